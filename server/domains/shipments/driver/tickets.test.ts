import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

const as = (who: LoginType | 'stranger', address: string) => server.as(who).call('GET', address)

/** A round on the road whose first stop is delivered, signed for and closed; the second is another customer's. */
async function delivered() {
  const created = await on.round([on.load('Barn'), on.load('Yard', { compartment: 2 })])
  const { event, ticket, signed, id } = created
  const outcomes = await on.send(
    event('left', {}),
    event('arrived', {}),
    ticket(0, { reason: 'tank_full' }),
    signed(),
    event('closed', {}),
    event('arrived', {}, 1),
    ticket(1),
  )
  expect(outcomes.every((outcome) => outcome === 'applied')).toBe(true)
  await sql`update shipment_stops set company_id = ${COMPANY.stranger}
    where shipment_id = ${id} and sequence = 2`.execute(server.db)
  return created
}
const mailsTo = async (to: string) => {
  const { rows } = await sql<{ subject: string; files: string[] }>`
    select subject, array(select name from letter_files f where f.letter_id = m.letter_id order by name) as files
    from mails m where receiver = ${to} order by mail_id`.execute(server.db)
  return rows
}

test('a printed ticket shows all measurements, the receiver, and the ticket that it corrects', async () => {
  const { id, first, event, ticket } = await delivered()
  const { reason: _, ...measured } = ticket().body as { reason: unknown }
  const read = { ...measured, meter_end: '1240.5', quantity: '240.5' }
  const correction = { ...read, number: first + 5, corrects: first, reason: 'Digits' }
  await on.send(event('correction', correction as never))
  const { body: created } = await server.as('administrator').call('POST', '/sites', {
    ...{ name: 'Barn', company_id: COMPANY.customer, latitude: '21.300000', longitude: '-157.850000' },
  })
  await sql`update shipment_stops set site_id = ${created.site.site_id} where shipment_id = ${id} and sequence = 1`.execute(
    server.db,
  )
  const { body } = await as('dispatcher', `/delivery_tickets?shipment_id=${id}`)
  const seen = body.delivery_tickets.map(({ number, corrects, corrected_by }: Record<string, unknown>) => [
    number,
    corrects,
    corrected_by,
  ])
  expect(seen.toSorted()).toEqual([
    [first, null, first + 5],
    [first + 1, null, null],
    [first + 5, first, null],
  ])
  const paper = async (number: number) => {
    const { ticket_id } = body.delivery_tickets.find(
      (deliveryTicket: { number: number }) => deliveryTicket.number === number,
    )
    return (await as('dispatcher', `/delivery_tickets/${ticket_id}/print`)).body.print
  }
  const { title, html } = await paper(first)
  expect(title).toBe(`Delivery ticket ${first}`)
  const { rows: sellers } = await sql<{ company: string }>`
    select company from companies where company_id = seller_of(${COMPANY.customer})`.execute(server.db)
  expect(html).toContain(sellers[0]!.company)
  expect(html).toMatch(
    /Prairie Fuels.*Barn.*Meter.*1000\.000 – 1250\.500.*Gross.*250\.5\sgal.*Net at 60\s°F.*Temperature.*86\s°F.*The tank was full/s,
  )
  expect(html).toMatch(
    new RegExp(`Corrected by ticket ${first + 5}.*Received by.*<img src="data:image/png.*Dale`, 's'),
  )
  // The time of delivery, in the time zone of the place.
  expect(html).toMatch(/\d [AP]M HST.*Dale.*\d [AP]M HST/s)
  expect(body.delivery_tickets.at(-1).time_zone).toBe('Pacific/Honolulu')
  expect((await paper(first + 5)).html).toMatch(new RegExp(`Digits.*Corrects ticket ${first}`, 's'))
  const { ticket_id } = body.delivery_tickets[0]
  const pdf = await as('dispatcher', `/delivery_tickets/${ticket_id}/print?format=pdf`)
  expect(pdf.raw.slice(0, 5)).toBe('%PDF-')
})

test('customers see the tickets of their own stops only, and strangers none', async () => {
  const { id, first } = await delivered()
  const numbers = async (who: LoginType | 'stranger') =>
    (await as(who, `/delivery_tickets?shipment_id=${id}`)).body.delivery_tickets
      ?.map(({ number }: { number: number }) => number)
      .toSorted()
  expect(await numbers('customer')).toEqual([first])
  expect(await numbers('distributor')).toEqual([first, first + 1])
  const { body } = await as('administrator', `/delivery_tickets?shipment_id=${id}`)
  const other = body.delivery_tickets.find(({ number }: { number: number }) => number === first + 1)
  const own = body.delivery_tickets.find(({ number }: { number: number }) => number === first)
  expect((await as('customer', `/delivery_tickets/${own.ticket_id}/print`)).status).toBe(200)
  expect((await as('customer', `/delivery_tickets/${other.ticket_id}/print`)).status).toBe(404)
  expect((await as('d_acct_mgr', `/delivery_tickets/${other.ticket_id}/print`)).status).toBe(200)
})

test('valid tickets are e-mailed once, however often the phone sends the event, even after the round', async () => {
  const { event, signed, first } = await delivered()
  const to = `june${first}@feedlot.example`
  const mailed = event('mailed', { to: to.toUpperCase() })
  expect(await on.send(mailed)).toEqual(['applied'])
  const again = await Promise.all([on.send(mailed), on.send(mailed)])
  expect(again).toEqual([['applied again'], ['applied again']])
  expect(await on.send(event('mailed', { to }))).toEqual(['already_mailed'])
  expect(await mailsTo(to)).toEqual([{ subject: `Delivery ticket ${first}`, files: [`ticket-${first}.pdf`] }])
  await on.send(signed(1), event('closed', {}, 1), event('round_closed', {}))
  expect(await on.send(event('mailed', { to: `office${first}@feedlot.example` }, 1))).toEqual(['applied'])
  expect(await mailsTo(`office${first}@feedlot.example`)).toHaveLength(1)
})

test('the office sees on the round which addresses tickets went to, for customers in its reach', async () => {
  const { id, event, first, signed } = await delivered()
  const known = `known${first}@feedlot.example`
  await sql`insert into entity_emails (object_ref, object_id, email_address, email_type)
    values ('company', ${COMPANY.customer}, ${known.toUpperCase()}, 'Office')`.execute(server.db)
  await on.send(event('mailed', { to: known }), event('mailed', { to: `typed${first}@feedlot.example` }))
  await on.send(signed(1), event('mailed', { to: `secret${first}@stranger.example` }, 1))
  const mailedTo = async (who: LoginType) =>
    (await as(who, `/shipment_planner/${id}`)).body.shipment_planner.stops.map(
      ({ mailed_to }: { mailed_to: object[] }) => mailed_to,
    )
  const own = [
    { address: known, is_on_record: true },
    { address: `typed${first}@feedlot.example`, is_on_record: false },
  ]
  const strangers = { address: `secret${first}@stranger.example`, is_on_record: false }
  expect(await mailedTo('administrator')).toEqual([own, [strangers]])
  // The other stop's customer is not one of the dispatcher's companies.
  for (const who of ['dispatcher', 'csr', 'distributor'] as const)
    expect(await mailedTo(who)).toEqual([own, []])
  for (const who of ['driver', 'producer', 'dispenser_mgr'] as const)
    expect(await mailedTo(who)).toEqual([[], []])
  for (const who of ['customer', 'customer_readonly'] as const)
    expect((await as(who, `/shipment_planner/${id}`)).raw).not.toMatch(/feedlot|stranger[.]example/)
})

test('the tickets of a stop go to five addresses, one driver’s to 200 a day, and the round’s history names none', async () => {
  const { id, event, first, signed } = await delivered()
  const sendTo = async (name: string, stop = 0) =>
    (await on.send(event('mailed', { to: `${name}${first}@feedlot.example` }, stop)))[0]
  for (const name of ['one', 'two', 'three', 'four', 'five']) expect(await sendTo(name)).toBe('applied')
  expect(await sendTo('six')).toBe('too_many_mails')
  expect(await mailsTo(`six${first}@feedlot.example`)).toEqual([])
  // Customers of a round read its history, and an address belongs to one of them.
  const history = await as('customer', `/shipment_planner/${id}/history`)
  expect(history.status).toBe(200)
  expect(history.raw).not.toContain('@feedlot.example')
  await on.send(signed(1))
  await sql`insert into driver_events (event_id, user_id, shipment_id, stop_id, kind, at, body, outcome, received_at)
    select gen_random_uuid(), user_id, shipment_id, stop_id, kind, at, body, outcome, received_at from driver_events,
      generate_series(1, 200) where shipment_id = ${id} and body->>'to' like 'five%'`.execute(server.db)
  expect(await sendTo('seven', 1)).toBe('too_many_mails')
})
