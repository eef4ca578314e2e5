// Deliberately long: one set of records is created once, and every view that is derived from its records is walked there.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#core/domains/notifications/webhookEvents.ts'
import { ALL_LOGIN_TYPES, isStaff, type LoginType, STAFF } from '#core/platform/loginTypes.ts'
import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { type DriverTools, driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { COMPANY, tokenOf } from './testing/accounts.ts'
import { apiKeyOf } from './testing/apiKeyOf.ts'
import { deviceWithTank } from './testing/deviceWithTank.ts'
import { waitingOrder } from './testing/orders.ts'
import { type Route, routeTable } from './testing/routeTable.ts'
import { CANARY, seedRecords } from './testing/seedRecords.ts'
import { type Answer, startTestServer, type TestServer } from './testing/startTestServer.ts'
import { typesInTurn } from './testing/triedTypes.ts'

/** Marks the first receiver of a round in its plan, and the other one's payment. */
const RECEIVER = 'Receiverqvx'
/** The same for a round of the distributor that has one stop at the customer. */
const ABOVE = 'Aboveqvx'
const LIFT = 'Liftqvx'
/** The same for another driver's round. */
const OTHER_LIFT = 'Bolqvx'
/** The staff member who did all of it. */
const CLERK = 'Clerkqvx'
/** The other receiver's money in any format. */
const MONEY = /88[., ]?831[.,]17|moneyqvx/i

const OUTSIDERS = ALL_LOGIN_TYPES.filter((type) => !isStaff(type))
const RECEIVERS: readonly LoginType[] = ['customer', 'customer_readonly']
const DISTRIBUTORS: readonly LoginType[] = ['distributor', 'd_acct_mgr']
const VENDORS: readonly LoginType[] = ['vendor', 'v_acct_mgr']
const SEES_LIFTS: readonly LoginType[] = ['csr', 'dispatcher', 'driver', 'distributor', 'd_acct_mgr']
const SEES_MONEY: readonly LoginType[] = [...SEES_LIFTS, 'dispenser_mgr']

/** Statuses as the office reads them. */
const OFFICE_STATUSES = /Waiting for shipment|Partially billed|Invoiced|In route|Finalized/

/** Values that no response to an account of that login type may contain. */
function secretsOf(type: LoginType): [what: string, mark: RegExp][] {
  const isOutside = VENDORS.includes(type)
  return [
    ['staff', new RegExp(CLERK, 'i')],
    ['another company', new RegExp(CANARY)],
    ...(RECEIVERS.includes(type) ? [['a word of the office', OFFICE_STATUSES] as never] : []),
    ...(RECEIVERS.includes(type) || isOutside
      ? [['another receiver', new RegExp(RECEIVER, 'i')] as never]
      : []),
    ...(DISTRIBUTORS.includes(type) ? [] : [['a round of the distributor', new RegExp(ABOVE, 'i')] as never]),
    ...(SEES_LIFTS.includes(type) ? [] : [['a lift', new RegExp(LIFT, 'i')] as never]),
    ...(SEES_LIFTS.includes(type) && type !== 'driver'
      ? []
      : [['the lift of another', new RegExp(OTHER_LIFT, 'i')] as never]),
    ...(SEES_MONEY.includes(type) ? [] : [['money', MONEY] as never]),
  ]
}

let server: TestServer
let on: DriverTools
let routes: Route[]
/** That staff member's user. */
let clerk = 0
/** The records of the customer's company by the name of their kind; those without a kind by the name of their id. */
const own = new Map<string, number[]>()
const foreign = new Map<string, number[]>()
const pages = new Map<LoginType, { text: string; close: () => void }>()

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
async function done(answer: Promise<Answer>): Promise<any> {
  const { status, raw, body } = await answer
  if (status !== 200) throw new Error(raw)
  return body
}

beforeAll(async () => {
  server = await startTestServer()
  await sql`update users set username = ${`${CLERK}@test.example`.toLowerCase()}, first_name = ${CLERK}, last_name = ${CLERK}
    where username = 'administrator@test.example'`.execute(server.db)
  await sql`update people set first_name = ${CLERK}, last_name = ${CLERK} where first_name = 'administrator'`.execute(
    server.db,
  )
  const { rows } = await sql<{
    user_id: number
  }>`select user_id from users where first_name = ${CLERK}`.execute(server.db)
  clerk = rows[0]!.user_id
  on = await driverTools(server)
  routes = routeTable(server.app)
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path: path.replace('/api', '') }))
  for (const type of typesInTurn(OUTSIDERS)) pages.set(type, await openPage(type))
  await sql`insert into webhooks (name, url, event_types, user_id, company_id, secret_sealed)
    select login_type_id, 'https://erp.example.com', ${JSON.stringify(WEBHOOK_EVENTS)}::jsonb, user_id, company_id, 'sealed'
    from accounts where login_type_id <> all(${[...STAFF]}::text[])`.execute(server.db)
  for (const type of typesInTurn(OUTSIDERS))
    await sql`insert into calendars (account_id, token_hash)
      select account_id, ${hashToken(calendarOf(type))} from accounts where login_type_id = ${type} and company_id <> ${COMPANY.stranger}`.execute(
      server.db,
    )
  keep(own, await seedRecords(server, COMPANY.customer))
  const strangers = await seedRecords(server, COMPANY.stranger, CANARY)
  keep(foreign, strangers)
  // A company that writes orders may choose any carrier (decision 106), so its name belongs to no one.
  await done(
    admin('PATCH', `/shipping_carriers/${strangers.get('shipping_carriers')}`, { company: 'Carrier' }),
  )
  await recordTankEvents()
  await planAbove()
  await driveRound()
  await driveAsStaff()
  await changeOwner()
  await server.settle()
})
afterAll(async () => {
  for (const { close } of pages.values()) close()
  await server.close()
})

const kinds = Object.values(registry) as Resource[]
function keep(byName: Map<string, number[]>, records: Iterable<readonly [string, number]>): void {
  for (const [name, id] of records) byName.set(name, [...(byName.get(name) ?? []), id])
}

/** Opens a live page of an account and collects its events as text. */
async function openPage(type: LoginType): Promise<{ text: string; close: () => void }> {
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${server.port}/api/live`, {
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(type)}` },
    signal: stop.signal,
  })
  const page = { text: '', close: () => stop.abort() }
  const reader = response.body!.getReader()
  const read = async () => {
    for (;;) {
      const { done: isOver, value } = await reader.read()
      if (isOver) return
      page.text += new TextDecoder().decode(value)
    }
  }
  read().catch(() => {})
  return page
}

/** Actions of staff on a tank of the customer: all that store the user. */
async function recordTankEvents(): Promise<void> {
  const { device_id } = await deviceWithTank(server)
  const port = (await done(admin('GET', `/devices/${device_id}/ports`))).device_ports[0].device_ports_id
  const path = `/devices/${device_id}/ports/${port}`
  await done(admin('POST', `${path}/levels`, { percent: 50 }))
  await done(admin('POST', `${path}/deliveries`, { at: new Date().toISOString(), volume: 100, note: null }))
  await done(admin('POST', `${path}/recompute`, { from: '2026-11-01' }))
  await done(admin('POST', `/devices/${device_id}/commands`, { command: 1 }))
  const { note } = await done(admin('POST', `/devices/${device_id}/notes`, { note: 'Seen' }))
  const noted = note ?? (await done(admin('GET', `/devices/${device_id}/notes`))).notes[0]
  const order = await waitingOrder(server, {
    device_id,
    details: [{ product_id: on.diesel, quantity: '10', unit_price: '2' }],
  })
  keep(own, [
    ['devices', device_id],
    ['device_ports', port],
    ['notes', noted.note_id],
    ['transaction_documents', order.document_id],
  ])
}

/** Creates a round with a stop at the customer and one elsewhere, with every event that a round stores. */
async function driveRound(): Promise<void> {
  const created = await on.round([
    on.load('Barn'),
    on.load(`${RECEIVER} yard`, {
      compartment: 2,
      company_id: COMPANY.stranger,
      ship_address1: `${RECEIVER} road`,
    }),
  ])
  const { id, event, ticket } = created
  const path = `/shipment_planner/${id}`
  await done(admin('PATCH', path, { overrule_ullage: 1, overrule_reason: `${RECEIVER} asked for it` }))
  await sql`insert into shipment_overrules (shipment_id, shipment_detail_id, stage, rule, reason, user_id, at)
    values (${id}, ${created.made.details[0].shipment_detail_id}, 'plan', 'over_ullage', 'Known', ${clerk}, now())`.execute(
    server.db,
  )
  const lifted = await done(
    admin('POST', `${path}/lifts`, {
      ...{ number: `${LIFT} 1`, supplier: LIFT, unit_id: on.gallon },
      lines: [1, 2].map((compartment) => ({ compartment, product_id: on.diesel, gross: '300' })),
    }),
  )
  const paid = (amount: string, check_number: string, stop: number) =>
    event('paid', { method: 'check', amount, check_number, note: null }, stop)
  const signed = (name: string, stop: number) =>
    event('signed', { name, signature: DRAWING, latitude: null, longitude: null }, stop)
  const results = await on.send(
    ...[event('left', {}), event('arrived', {}), ticket(), paid('12.50', '2107', 0), signed('Dale', 0)],
    ...[event('closed', {}), event('arrived', {}, 1), ticket(1), paid('88831.17', 'Moneyqvx', 1)],
    ...[
      signed(`${RECEIVER} signer`, 1),
      event('mailed', { to: `office@${RECEIVER}.example` }, 1),
      event('closed', {}, 1),
    ],
    ...[event('round_closed', {}), event('arrived', {})],
  )
  expect(results.slice(0, -1).every((result) => result === 'applied')).toBe(true)
  const { rows } = await sql<{ id: number; tickets: number[] }>`
    select doorstep_payment_id as id from doorstep_payments where shipment_id = ${id} order by 1`.execute(
    server.db,
  )
  await done(
    admin('POST', '/door_money/settle', {
      ...{ doorstep_payment_ids: rows.map((row) => row.id), cash: '0', checks: '88843.67' },
    }),
  )
  const { rows: counted } = await sql<{ payment_id: number }>`
    select payment_id from payments where doorstep_payment_id = ${rows[1]!.id}`.execute(server.db)
  await done(
    admin('POST', `/customer_payments/${counted[0]!.payment_id}/give_back`, { reason: `${RECEIVER} moved` }),
  )
  // Staff who drive write tickets and take money like any driver.
  await sql`update delivery_tickets set user_id = ${clerk} where shipment_id = ${id}`.execute(server.db)
  await sql`update doorstep_payments set user_id = ${clerk} where doorstep_payment_id = ${rows[0]!.id}`.execute(
    server.db,
  )
  const { rows: tickets } = await sql<{ ticket_id: number }>`
    select ticket_id from delivery_tickets where shipment_id = ${id} order by number`.execute(server.db)
  keep(own, [
    ['shipment_planners', id],
    ['tanker_trucks', created.made.truck_id],
    ['lift_tickets', lifted.on_truck.lifts[0].lift_ticket_id],
    ...tickets.map(({ ticket_id }) => ['ticket_id', ticket_id] as const),
  ])
}
const DRAWING = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='

/** Creates a round of the distributor above with a stop at the customer and one elsewhere, received by one person for both. */
async function planAbove(): Promise<void> {
  const company_id = COMPANY.distributor
  const load = (place: string, more: object) => on.load(place, { ...more, ship_city: place })
  const created = await on.round(
    [load('Barn', {}), load(ABOVE, { compartment: 2, company_id: COMPANY.stranger })],
    { company_id },
  )
  const path = `/shipment_planner/${created.id}`
  await done(
    admin('POST', `${path}/lifts`, {
      ...{ number: `${ABOVE} ${LIFT}`, unit_id: on.gallon },
      lines: [1, 2].map((compartment) => ({ compartment, product_id: on.diesel, gross: '300' })),
    }),
  )
  for (const status_id of [2, 3]) await done(admin('POST', `${path}/status`, { status_id }))
  await done(admin('POST', `${path}/finalize`, {}))
  await done(admin('POST', `${path}/sign`, { name: `${ABOVE} signer`, signature: DRAWING }))
  keep(own, [['shipment_planners', created.id]])
}

/** Creates a round on the road that a staff member drives, with a lift from the customer's own tank. */
async function driveAsStaff(): Promise<void> {
  const { rows } = await sql<{
    people_id: number
  }>`select people_id from users where user_id = ${clerk}`.execute(server.db)
  const created = await on.round([on.load('Barn')], { delivered_by: rows[0]!.people_id })
  const path = `/shipment_planner/${created.id}`
  const { on_truck } = await done(
    admin('POST', `${path}/lifts`, {
      ...{ number: OTHER_LIFT, unit_id: on.gallon },
      lines: [{ compartment: 1, product_id: on.diesel, gross: '300' }],
    }),
  )
  await sql`update lift_tickets set device_ports_id = ${own.get('device_ports')!.at(-1)}
    where lift_ticket_id = ${on_truck.lifts[0].lift_ticket_id}`.execute(server.db)
  await done(admin('POST', `${path}/status`, { status_id: 2 }))
  keep(own, [
    ['shipment_planners', created.id],
    ['people', rows[0]!.people_id],
  ])
}

/** Staff change how accounts of the customer sign in; the accounts are notified, also by mail. */
async function changeOwner(): Promise<void> {
  for (const type of OUTSIDERS) {
    const username = `${type.replaceAll('_', '-')}@test.example`
    const { rows } = await sql<{
      user_id: number
    }>`select user_id from users where username = ${username}`.execute(server.db)
    await done(admin('PATCH', `/users/${rows[0]!.user_id}`, { username: `new-${username}` }))
  }
}

/** The paths of one route: one for each known id where it takes one. */
function addressesOf(path: string): string[] {
  // The router joins several parameter names at one position, as `:owner_id|:shipment_id`.
  const [place] = /:\w+(\|:\w+)*/.exec(path) ?? []
  if (place === undefined) return [path]
  const names = place.split('|').map((name) => name.slice(1))
  const kind =
    kinds.find((item) => path.startsWith(`${pathOf(item)}/${place}`)) ??
    kinds.find(({ id }) => names.includes(id) && id !== 'id')
  const known = [kind?.name ?? '', ...names].flatMap((key) => [
    ...(own.get(key) ?? []),
    ...(foreign.get(key) ?? []),
  ])
  const ids = known.length > 0 ? known : [1]
  return ids.flatMap((id) => addressesOf(path.replace(place, String(id))))
}
/** The secret of a calendar's address of that login type's account. */
const calendarOf = (type: LoginType) => `calendar-of-${type}`.padEnd(43, '0')

const UNWALKED = [
  '/live',
  '/authenticate',
  '/docs',
  '/openapi',
  '/generate',
  '/scan',
  '/languages',
  '/time_zones',
]

/** Every path that an account can read, with its query parameters. */
function views(): string[] {
  const walked = routes.filter(({ path }) => !UNWALKED.some((item) => path.startsWith(item)) && path !== '*')
  const rounds = own.get('shipment_planners')!
  const ports = own.get('device_ports')!
  return [
    ...walked.flatMap(({ path }) => addressesOf(path)),
    ...walked.filter(({ path }) => !path.includes(':')).map(({ path }) => `${path}?page_size=1000`),
    ...kinds
      .filter((kind) => hasCall(kind, 'list'))
      .flatMap((kind) => [
        ...['qvx', CANARY].map((word) => `${pathOf(kind)}?page_size=1000&search=${word}`),
        `${pathOf(kind)}/export?format=csv`,
        `${pathOf(kind)}?options=1`,
      ]),
    ...['qvx', CANARY].map((word) => `/search?search=${word}`),
    ...ports.map((id) => `/timeline?device_ports_id=${id}`),
    ...own.get('transaction_documents')!.map((id) => `/timeline?document_id=${id}`),
    ...own.get('devices')!.map((id) => `/deliveries?device_id=${id}`),
    ...own.get('people')!.map((id) => `/driver/day?people_id=${id}`),
    ...rounds.map((id) => `/delivery_tickets?shipment_id=${id}`),
    ...rounds.map((id) => `/shipment_planner/print?shipment_id=${id}`),
    ...own.get('ticket_id')!.map((id) => `/delivery_tickets/${id}/print`),
  ]
}

test.each(typesInTurn(OUTSIDERS))('no view shows %s records of others', async (type) => {
  const problems: string[] = []
  let read = 0
  const secrets = secretsOf(type)
  for (const address of new Set([...views(), `/calendar/${calendarOf(type)}.ics`])) {
    const { raw, status } = await server.as(type).call('GET', address)
    if (status === 200) read += 1
    if (status >= 500) problems.push(`${address}: ${status}`)
    // The search text itself is not a leak to the caller.
    const response = raw.replaceAll(/"search":"\w*"/g, '')
    for (const [what, mark] of secrets) {
      const found = response.match(new RegExp(`.{0,40}${mark.source}.{0,20}`, mark.flags))
      if (found) problems.push(`${address}: ${what}: ${found[0]}`)
    }
  }
  expect(problems).toEqual([])
  expect(read).toBeGreaterThan(50)
})

test.each(['administrator', 'distributor'] as const)(
  'no view shows an API key of %s that reaches the customer only records of strangers',
  async (type) => {
    const key = await apiKeyOf(server.db, type, { reached_company_id: COMPANY.customer })
    const problems: string[] = []
    let read = 0
    for (const address of new Set(views())) {
      const headers = { authorization: `Bearer ${key}` }
      const { raw, status } = await server.as(null).call('GET', address, undefined, headers)
      if (status === 200) read += 1
      if (status >= 500) problems.push(`${address}: ${status}`)
      const found = raw.replaceAll(/"search":"\w*"/g, '').match(new RegExp(`.{0,40}${CANARY}.{0,20}`))
      if (found) problems.push(`${address}: ${found[0]}`)
    }
    expect(problems).toEqual([])
    expect(read).toBeGreaterThan(50)
  },
)

test('no mail and no notification names which staff member did something', async () => {
  const { rows } = await sql<{ text: string }>`
    select concat(m.subject, ' ', m.html, ' ', m.body) as text from mails m
    where m.receiver in (select username from users where not login_type_id = any(${[...STAFF]}))
    union all
    select n.params::text from user_notifications n join users u using (user_id)
    where not u.login_type_id = any(${[...STAFF]})`.execute(server.db)
  expect(rows.length).toBeGreaterThan(OUTSIDERS.length)
  expect(rows.filter(({ text }) => new RegExp(CLERK, 'i').test(text))).toEqual([])
})

test('an open page receives events only for records that its account can read', async () => {
  const problems: string[] = []
  let received = 0
  for (const [type, page] of pages) {
    for (const [, data] of page.text.matchAll(/event: changed\ndata: (.*)/g)) {
      const { kind, ids } = JSON.parse(data!) as { kind: string; ids: number[] }
      const resource = kinds.find(({ name }) => name === kind)!
      for (const id of ids) {
        received += 1
        // A company is a customer, a vendor and so on in one table: pages of either receive its events.
        const read = kinds
          .filter((item) => tableOf(item) === tableOf(resource))
          .map(async (item) => (await server.as(type).call('GET', `${pathOf(item)}/${id}`)).status)
        if (!(await Promise.all(read)).includes(200)) problems.push(`${type}: ${kind} ${id}`)
      }
    }
    for (const [what, mark] of secretsOf(type)) if (mark.test(page.text)) problems.push(`${type}: ${what}`)
  }
  expect(problems).toEqual([])
  expect(received).toBeGreaterThan(pages.size)
})

test('a webhook of an account reports only records that the account can read', async () => {
  const { rows } = await sql<{
    type: LoginType
    resource: string | null
    record_id: number | null
    payload: object
  }>`
    select distinct w.name as type, d.resource, d.record_id, d.payload::jsonb - 'timestamp' as payload
    from webhook_deliveries d join webhooks w using (webhook_id)
      join users u on u.user_id = w.user_id and u.username = 'new-' || replace(w.name, '_', '-') || '@test.example'`.execute(
    server.db,
  )
  const problems: string[] = []
  for (const { type, resource, record_id, payload } of rows) {
    const text = JSON.stringify(payload)
    for (const [what, mark] of secretsOf(type)) if (mark.test(text)) problems.push(`${type}: ${what}`)
    const kind = kinds.find(({ name }) => name === resource)
    if (!kind) continue
    const { status } = await server.as(type).call('GET', `${pathOf(kind)}/${record_id}`)
    if (status !== 200) problems.push(`${type}: ${resource} ${record_id}: ${status}`)
  }
  expect(problems).toEqual([])
  expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThan(5)
})
