import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPOSSIBLE_TIMES } from '#server/app/testing/badValues.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

const MINUTE = 60_000
const by = (events: object[], sent_at?: string) => on.asDriver('POST', '/driver/events', { events, sent_at })

/** A stop with a ticket, reported by a phone with that clock. */
async function reported(clock: (minutes: number) => string, sent_at?: string) {
  const { made, event, ticket, id } = await on.round([on.load('Barn')])
  const events = [
    { ...event('left', {}), at: clock(0) },
    { ...event('arrived', {}), at: clock(10) },
    { ...ticket(), at: clock(20) },
  ]
  const { status, body, raw } = await by(events, sent_at)
  expect(status, raw).toBe(200)
  expect(body.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'applied',
    'applied',
    'applied',
  ])
  return { id, made, events }
}
const ticketsOf = async (shipment_id: number) =>
  (await on.admin('GET', `/delivery_tickets?shipment_id=${shipment_id}`)).body.delivery_tickets
/** Minutes of each event before its receipt, and the phone's own time if it differs. */
async function storedOf(shipment_id: number) {
  const { rows } = await sql<{ minutes: number; phone_at: string | null }>`
    select round(extract(epoch from received_at - at) / 60)::int as minutes, phone_at from driver_events
    where shipment_id = ${shipment_id} order by received`.execute(server.db)
  return rows
}
const stopOf = async (shipment_id: number) =>
  (await on.admin('GET', `/shipment_planner/${shipment_id}`)).body.shipment_planner.stops[0]

describe('a phone whose clock is wrong', () => {
  test('is corrected by its offset, as the ticket shows in the list and in print', async () => {
    const start = Date.parse('9999-12-31T20:00:00.000Z')
    const clock = (minutes: number) => new Date(start + minutes * MINUTE).toISOString()
    const { id } = await reported(clock, clock(50))
    expect((await on.asDriver('GET', '/driver/day')).status).toBe(200)
    expect(await storedOf(id)).toEqual(
      [50, 40, 30].map((minutes) => ({ minutes, phone_at: clock(50 - minutes) })),
    )
    const [ticket] = await ticketsOf(id)
    expect(Date.parse(ticket.at) - Date.parse((await stopOf(id)).arrived_at)).toBe(10 * MINUTE)
    expect(ticket.is_time_corrected).toBe(true)
    const { raw } = await on.admin('GET', `/delivery_tickets/${ticket.ticket_id}/print`)
    expect(raw).toContain('time corrected')
  })

  test.each(['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'])(
    'that shows %s counts at the time of receipt where its offset is unknown',
    async (time) => {
      const { id } = await reported(() => time)
      const { status, body } = await on.asDriver('GET', '/driver/day')
      expect(status).toBe(200)
      const shown = body.rounds.find((round: { shipment_id: number }) => round.shipment_id === id)
      expect(shown.stops[0].status).toBe('arrived')
      expect(await storedOf(id)).toEqual([0, 0, 0].map((minutes) => ({ minutes, phone_at: time })))
      expect((await ticketsOf(id))[0].is_time_corrected).toBe(true)
    },
  )

  test('that is right is not corrected', async () => {
    const clock = (minutes: number) => new Date(Date.now() - (50 - minutes) * MINUTE).toISOString()
    const { id, events } = await reported(clock, clock(50))
    const [ticket] = await ticketsOf(id)
    expect([ticket.at, ticket.is_time_corrected]).toEqual([events[2]!.at, false])
  })
})

describe('a time outside any calendar', () => {
  test('is refused at its field of an event, while one from a wrong clock is not', async () => {
    const { event } = await on.round([on.load('Barn')])
    const { status, body } = await by([{ ...event('left', {}), at: '2026-02-30T10:00:00Z' }])
    expect([status, body.errors]).toMatchObject([422, [{ field: 'events.0.at', rule: 'date' }]])
    const sent = await by([event('left', {})], '2026-02-30T10:00:00Z')
    expect([sent.status, sent.body.errors]).toMatchObject([422, [{ field: 'sent_at' }]])
  })

  test('is refused from phones, devices and people, or replaced by the time of receipt', async () => {
    const { made, event } = await on.round([on.load('Barn')])
    await on.send(event('left', {}))
    const { stop_id } = made.stops[0]
    const { default: sharp } = await import('sharp')
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c02020' } })
      .png()
      .toBuffer()
    const tank = await deviceWithTank(server, {})
    const { body } = await on.admin('GET', `/devices/${tank.device_id}/ports`)
    const port = body.device_ports[0].device_ports_id
    const problems: string[] = []
    for (const at of IMPOSSIBLE_TIMES) {
      const place = { latitude: 40, longitude: -99, at }
      const ask = (path: string) => on.admin('GET', path)
      const answers = {
        picture: await on.asDriver('PUT', `/driver/pictures/${randomUUID()}`, {
          ...{ stop_id, taken_at: at, picture: `data:image/png;base64,${bytes.toString('base64')}` },
        }),
        position: await on.asDriver('POST', '/driver/position', {
          shipment_id: made.shipment_id,
          position: place,
        }),
        lift: await on.asDriver('POST', '/driver/events', {
          events: [
            event('lifted', {
              ...{
                number: `B ${at}`,
                compartment: 1,
                product_id: on.diesel,
                terminal_id: null,
                supplier: null,
              },
              ...{ unit_id: on.gallon, gross: '10', net: null, celsius: null, lifted_at: at },
            }),
          ],
        }),
        paid: await by([
          { ...event('paid', { method: 'cash', amount: '5', check_number: null, note: null }), at },
        ]),
        planned: await on.admin('PATCH', `/shipment_planner/${made.shipment_id}`, {
          stops: [{ stop_id, planned_arrival: at }],
        }),
        level: await on.admin('POST', `/devices/${tank.device_id}/ports/1/levels`, { percent: 10, at }),
        before: await ask(`/timeline?device_ports_id=${port}&before=${encodeURIComponent(`${at} order:1`)}`),
        exact: await ask(
          `/timeline?device_ports_id=${port}&before=${encodeURIComponent(`${at.slice(0, 10)}T00:00:00.000000Z order:1`)}`,
        ),
        graph: await ask(`/devices/${tank.device_id}/graph/1?from=${at}&to=${at}`),
      }
      for (const [name, { status, raw }] of Object.entries(answers))
        if (status >= 500) problems.push(`${name} ${at}: ${status} ${raw}`)
      const uplink = await tank.send({ records: [{ ...record(Date.now(), 20), time: at, timestamp: at }] })
      if (uplink.status >= 500) problems.push(`uplink ${at}: ${uplink.status}`)
      expect(
        [answers.picture.status, answers.position.status].every((item) => [200, 422].includes(item)),
      ).toBe(true)
      expect(answers.exact.status).toBe(400)
    }
    expect(problems).toEqual([])
    expect((await on.asDriver('GET', '/driver/day')).status).toBe(200)
    expect((await on.admin('GET', `/timeline?device_ports_id=${port}`)).status).toBe(200)
  })
})
