import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '#server/domains/access/testing/signInAs.ts'
import { type DriverTools, driverTools } from '../../driver/testing/driverTools.ts'

let server: TestServer
let on: DriverTools
/** Days of the business. */
let days: { today: string; next: string; late: string; old: string }
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://tanks.test', TRUST_PROXY: '1' })
  on = await driverTools(server)
  const { rows } = await sql<typeof days>`
    select business_today()::text as today, (business_today() + 1)::text as next, (business_today() + 91)::text as late,
      (business_today() - 31)::text as old`.execute(server.db)
  days = rows[0]!
})
afterAll(() => server.close())
beforeEach(() => sql`delete from shipment_planners`.execute(server.db))

type Calls = ReturnType<typeof withToken>
interface Subscriber {
  user_id: number
  people_id: number
  call: Calls
  address: string
}

async function subscriber(more: object = {}): Promise<Subscriber> {
  const { user_id, username } = await newUser(server, more)
  const { body } = await signIn(server, username)
  const call = withToken(server, body.token)
  const { rows } = await sql<{
    people_id: number
  }>`select people_id from users where user_id = ${user_id}`.execute(server.db)
  const created = await call('POST', '/me/calendar', { current_password: PASSWORD })
  if (created.status !== 200) throw new Error(created.raw)
  return { user_id, people_id: rows[0]!.people_id, call, address: created.body.address }
}

/** Response to a calendar program, which sends only its own headers. */
async function fetched(address: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(address)
  const response = await server.app.inject({ method: 'GET', url: pathname, headers })
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    text: unfolded(response.body),
  }
}
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

/** The entries of a calendar: the lines of each by name. */
async function entriesOf(address: string): Promise<Record<string, string>[]> {
  const { status, text } = await fetched(address)
  expect(status).toBe(200)
  return text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        entry.split('\r\n').flatMap((line) => {
          const at = line.indexOf(':')
          return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]]
        }),
      ),
    )
}

const compact = (day: string) => day.replaceAll('-', '')
async function plan(place: string, more: object = {}, load: object = {}) {
  // One product in two compartments.
  const loads = [1, 2].map((compartment) => on.load(place, { quantity: '125', compartment, ...load }))
  const { made } = await on.round(loads, {
    ...{ company_id: COMPANY.distributor, delivered_by: null, load_date: days.next, deliver_date: days.next },
    ...more,
  })
  return made
}
const arrive = (made: any, planned_arrival: string) =>
  on.admin('PUT', `/shipment_planner/${made.shipment_id}/stops`, {
    stops: made.stops.map(({ stop_id }: { stop_id: number }) => ({ stop_id, planned_arrival })),
  })

describe('the calendar', () => {
  test('lists firm deliveries to a customer’s companies, never the round', async () => {
    const { address } = await subscriber()
    const firm = await plan('Barn', { is_firm: 1 })
    await plan('Moved', { is_firm: 0 })
    await plan('Secret yard', { is_firm: 1 }, { company_id: COMPANY.stranger })
    await plan('Long ago', { is_firm: 1, load_date: days.old, deliver_date: days.old })
    await plan('Far away', { is_firm: 1, load_date: days.late, deliver_date: days.late })
    const [entry = {}, ...others] = await entriesOf(address)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      UID: `stop-${firm.stops[0].stop_id}@tanks.test`,
      'DTSTART;VALUE=DATE': compact(days.next),
      STATUS: 'TENTATIVE',
      LOCATION: 'Barn',
      TRANSP: 'TRANSPARENT',
    })
    expect(entry['SUMMARY']).toMatch(/^Delivery: .* 250 gal$/)
    expect(JSON.stringify(entry)).not.toContain(firm.shipment_number)
    // A later version of the same entry has the same name.
    await arrive(firm, `${days.next}T20:20:00.000Z`)
    const [timed = {}] = await entriesOf(address)
    expect(timed).toMatchObject({
      UID: entry['UID'],
      DTSTART: `${compact(days.next)}T195000Z`,
      DTEND: `${compact(days.next)}T205000Z`,
    })
    expect(timed['DESCRIPTION']).toMatch(/^About .*[AP]M/)
  })

  test('marks a cancelled delivery if its receiver knew the day', async () => {
    const { address } = await subscriber()
    const [known, unknown] = [await plan('Barn', { is_firm: 1 }), await plan('Draft', { is_firm: 0 })]
    for (const { shipment_id } of [known, unknown])
      await on.admin('POST', `/shipment_planner/${shipment_id}/status`, { status_id: 5 })
    const entries = await entriesOf(address)
    expect(entries).toMatchObject([{ LOCATION: 'Barn', STATUS: 'CANCELLED' }])
    expect(entries[0]!['SUMMARY']).toMatch(/^Cancelled: Delivery: /)
  })

  test('lists a driver’s own rounds, with the time zone of each stop', async () => {
    const driver = await subscriber({ login_type_id: 'driver' })
    await plan('Elsewhere', { company_id: COMPANY.customer, is_firm: 1 })
    const own = await plan('Barn', { company_id: COMPANY.customer, delivered_by: driver.people_id })
    await arrive(own, `${days.next}T20:20:00.000Z`)
    expect(await entriesOf(driver.address)).toMatchObject([
      {
        UID: `round-${own.shipment_id}@tanks.test`,
        SUMMARY: `Round ${own.shipment_number}`,
        STATUS: 'TENTATIVE',
        DTSTART: `${compact(days.next)}T195000Z`,
        DESCRIPTION: expect.stringMatching(/1\. Barn · .*[AP]M/),
        'URL;VALUE=URI': `https://tanks.test/shipment_planners/${own.shipment_id}`,
      },
    ])
  })

  test('lists the rounds of their companies for staff and distributors, in their language', async () => {
    const [staff, distributor] = [
      await subscriber({ login_type_id: 'administrator', company_id: COMPANY.own }),
      await subscriber({ login_type_id: 'distributor', company_id: COMPANY.distributor }),
    ]
    await distributor.call('PATCH', '/me', { language: 'es' })
    // Its stop is at a company of the distributor's too: it is listed once.
    const own = await plan('Barn', { is_firm: 1 })
    const other = await plan(
      'Yard',
      { company_id: COMPANY.stranger, truck_id: null },
      { company_id: COMPANY.stranger },
    )
    const titles = async (address: string) =>
      (await entriesOf(address)).map((entry) => entry['SUMMARY']).sort()
    expect(await titles(staff.address)).toEqual(
      [`Round ${own.shipment_number}`, `Round ${other.shipment_number}`].sort(),
    )
    expect(await titles(distributor.address)).toEqual([`Ruta ${own.shipment_number}`])
    expect((await fetched(distributor.address)).text).toContain('X-WR-CALNAME:Entregas')
  })

  test('lists only deliveries to the devices to which an account is limited', async () => {
    const { address, user_id } = await subscriber()
    await plan('Barn', { is_firm: 1 })
    expect(await entriesOf(address)).toHaveLength(1)
    await sql`update accounts set limit_devices = '{1}' where user_id = ${user_id}`.execute(server.db)
    expect(await entriesOf(address)).toEqual([])
  })
})

describe('the address of a calendar', () => {
  test('requires the password, is stored as a hash, and needs no header', async () => {
    const user = await subscriber()
    expect((await user.call('POST', '/me/calendar', {})).body.errors).toMatchObject([
      { field: 'current_password' },
    ])
    expect(user.address).toMatch(/^https:\/\/tanks\.test\/api\/calendar\/[\w-]{43}\.ics$/)
    const { rows } = await sql<{ text: string }>`select k::text as text from calendars k`.execute(server.db)
    expect(JSON.stringify(rows)).not.toContain(user.address.slice(-47, -4))
    const { status, type, text } = await fetched(user.address)
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VCALENDAR\s*$/)
    expect((await user.call('GET', '/me/calendar')).body.calendar.created_at).toBeTruthy()
  })

  test('ends when it is replaced or revoked; another user’s address is not found', async () => {
    const user = await subscriber()
    const { body } = await user.call('POST', '/me/calendar', { current_password: PASSWORD })
    expect((await fetched(user.address)).status).toBe(404)
    expect((await fetched(body.address)).status).toBe(200)
    expect((await user.call('DELETE', '/me/calendar')).status).toBe(200)
    expect((await fetched(body.address)).status).toBe(404)
    expect((await user.call('GET', '/me/calendar')).body.calendar).toBeNull()
    expect((await fetched(`https://tanks.test/api/calendar/${'x'.repeat(43)}.ics`)).status).toBe(404)
    expect((await fetched('https://tanks.test/api/calendar/none')).status).toBe(404)
  })

  test('stops at once when the user loses the right, the account or the network', async () => {
    const user = await subscriber()
    const rights = `/users/${user.user_id}/company/${COMPANY.customer}/permissions`
    await on.admin('PATCH', rights, { withdrawn: ['shipment_planners.read'] })
    expect((await fetched(user.address)).status).toBe(405)
    await on.admin('PATCH', rights, { withdrawn: [] })
    expect((await fetched(user.address)).status).toBe(200)
    await on.admin('PATCH', '/settings', { allowed_networks: ['203.0.113.0/24'] })
    await sql`update users set restrict_login_location = 1 where user_id = ${user.user_id}`.execute(server.db)
    const from = (address: string) => fetched(user.address, { 'x-forwarded-for': address })
    expect((await from('203.0.113.7')).status).toBe(200)
    expect((await from('198.51.100.7')).status).toBe(404)
    await on.admin('DELETE', `/users/${user.user_id}`)
    expect((await from('203.0.113.7')).status).toBe(404)
  })

  test('gives access to nothing else: it is neither a session nor an API key', async () => {
    const { address } = await subscriber()
    const authorization = `Bearer ${address.slice(-47, -4)}`
    const headers = { authorization, 'x-api-key': 'ullage-web' }
    const response = await server.app.inject({ method: 'GET', url: '/api/deliveries', headers })
    expect(response.statusCode).toBe(403)
  })
})
