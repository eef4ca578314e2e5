import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { type FetchLimits, fetchDailyRates } from './fetchDailyRates.ts'
import { refreshRates } from './refreshRates.ts'

const DAY = 24 * 3600_000
/** The day `days` from today, in the bank's format. */
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const YESTERDAY = day(-1)

/** A day's file in the bank's format, with this content between the outer elements. */
const file = (rates: string, time = `time='${YESTERDAY}'`) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube ${time}>${rates}</Cube></Cube>
</gesmes:Envelope>`
const GOOD = file(`<Cube currency='USD' rate='1.1600'/><Cube currency='CAD' rate='1.6240'/>
  <Cube currency='JPY' rate='180.12'/>`)

/** A provider on this machine that responds as a test requires. */
let provider: Server
let answers: ((reply: ServerResponse) => void)[]
let requests: number
let server: TestServer
const addressOf = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/rates.xml`
const responding =
  (body: string, status = 200) =>
  (reply: ServerResponse) =>
    void reply.writeHead(status).end(body)

const LIMITS: FetchLimits = { tries: 3, timeout: 20_000, pause: 1, largest: 20_000 }
/** Only for providers that never respond in time: a busy machine may need longer. */
const HURRIED: FetchLimits = { ...LIMITS, timeout: 250 }

beforeAll(async () => {
  server = await startTestServer()
  provider = createServer((_, reply) => {
    requests += 1
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    next(reply)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await server.close()
})
beforeEach(async () => {
  requests = 0
  answers = [responding(GOOD)]
  await server.as('administrator').call('PATCH', '/settings', { rates_url: addressOf(), rates_private: 1 })
})
afterEach(async () => {
  await sql`delete from exchange_rates`.execute(server.db)
  await sql`delete from settings where setting_key = 'rates_refreshed'`.execute(server.db)
})

const refresh = (now = new Date(), limits = LIMITS) =>
  refreshRates({ actor: systemActor, db: server.db, now, encryptor: server.encryptor }, limits)
const rateOf = async (from: string, to: string) => {
  const { rows } = await sql<{ rate: string; rate_date: string }>`
    select rate, rate_date::text from exchange_rates r
      join currencies f on f.currency_id = from_currency_id join currencies t on t.currency_id = to_currency_id
    where f.code = ${from} and t.code = ${to} and r.is_active = 1 order by r.updated_at desc limit 1`.execute(
    server.db,
  )
  return rows[0]
}

describe('the rates of the day', () => {
  test('are not requested from an address in a private network, unless a setting allows it', async () => {
    await server.as('administrator').call('PATCH', '/settings', { rates_private: 0 })
    expect(await refresh()).toMatchObject({ outcome: 'failed', failure: 'private' })
    expect(requests).toBe(0)
  })

  test('come from the provider, for all active currencies that it has, to ten decimals', async () => {
    const { body } = await server.as('administrator').call('GET', '/exchange_rates/refresh_rates')
    expect(body).toMatchObject({
      code: 200,
      outcome: 'fetched',
      rates_date: YESTERDAY,
      type: 'success',
      message: 'The exchange rates are up to date.',
    })
    // Three of the currencies of a new installation: six pairs.
    expect(body.exchange_rates).toHaveLength(6)
    expect(await rateOf('EUR', 'USD')).toEqual({ rate: '1.1600000000', rate_date: YESTERDAY })
    expect(await rateOf('USD', 'EUR')).toMatchObject({ rate: '0.8620689655' })
    expect(await rateOf('USD', 'CAD')).toMatchObject({ rate: '1.4000000000' })
    expect(await rateOf('USD', 'MXN')).toBeUndefined()
  })

  test('are not refetched within 12 hours, but are right afterwards', async () => {
    const now = Date.now()
    await refresh(new Date(now))
    expect((await refresh(new Date(now + 12 * 3600_000 - 1))).outcome).toBe('fresh')
    expect(requests).toBe(1)
    expect((await refresh(new Date(now + 12 * 3600_000))).outcome).toBe('fetched')
    expect(requests).toBe(2)
  })

  test('are requested at once from another provider', async () => {
    await refresh()
    await server.as('administrator').call('PATCH', '/settings/rates_url', { value: `${addressOf()}?other` })
    expect((await refresh()).outcome).toBe('fetched')
  })

  test('replace the active rate of a pair, which stays as the rate of its day', async () => {
    const post = (values: object) =>
      server
        .as('administrator')
        .call('POST', '/exchange_rates', { from_currency_id: 3, to_currency_id: 2, ...values })
    await post({ rate: '0.5', is_active: 0 })
    await post({ rate: '0.8' })
    await refresh()
    const { rows } = await sql<{ rate: string; is_active: number }>`select rate, is_active from exchange_rates
      where from_currency_id = 3 and to_currency_id = 2 order by exchange_rate_id`.execute(server.db)
    expect(rows).toEqual([
      { rate: '0.5000000000', is_active: 0 },
      { rate: '0.8000000000', is_active: 0 },
      { rate: '0.8620689655', is_active: 1 },
    ])
  })

  test('are refetched when an attempt fails', async () => {
    answers = [responding('busy', 503), responding('', 500), responding(GOOD)]
    expect((await refresh()).outcome).toBe('fetched')
    expect(requests).toBe(3)
  })
})

describe('a provider that misbehaves changes nothing', () => {
  const never = () => {}
  const drops = (reply: ServerResponse) => void reply.destroy()
  const stops = (reply: ServerResponse) => void reply.writeHead(200).write(GOOD.slice(0, 200))
  const rateFile = (rate: string) => responding(file(`<Cube currency='USD' rate='${rate}'/>`))
  test.each<[string, (reply: ServerResponse) => void, failure: string]>([
    ['does not answer', never, 'unreachable'],
    ['hangs up', drops, 'unreachable'],
    ['stops in the middle', stops, 'unreachable'],
    ['has an error', responding('sorry', 500), 'answered'],
    ['has moved without saying where', responding('', 404), 'answered'],
    ['leads elsewhere', (reply) => void reply.writeHead(302, { location: '/elsewhere' }).end(), 'answered'],
    ['sends a page', responding('<!doctype html><html><body>Maintenance<br></body></html>'), 'unreadable'],
    ['sends half a file', responding(GOOD.slice(0, -40)), 'unreadable'],
    ['sends no XML', responding('{"USD": 1.16}'), 'unreadable'],
    ['sends nothing', responding(''), 'unreadable'],
    ['sends no rates', responding(file('')), 'unreadable'],
    ['sends no date', responding(file("<Cube currency='USD' rate='1.16'/>", '')), 'unreadable'],
    [
      'sends a date that is none',
      responding(file("<Cube currency='USD' rate='1.16'/>", "time='2026-13-45'")),
      'unreadable',
    ],
    [
      'sends two rates of one',
      responding(file("<Cube currency='USD' rate='1'/><Cube currency='USD' rate='2'/>")),
      'unreadable',
    ],
    ['sends a rate of nothing', responding(file("<Cube rate='1.16'/>")), 'unreadable'],
    ['sends a currency without a rate', responding(file("<Cube currency='USD'/>")), 'unreadable'],
    ['sends a word', rateFile('N/A'), 'unreadable'],
    ['sends zero', rateFile('0'), 'unreadable'],
    ['sends less than nothing', rateFile('-1.16'), 'unreadable'],
    ['sends infinity', rateFile('1e999'), 'unreadable'],
    ['sends more than there is', rateFile('99999999'), 'unreadable'],
    [
      'sends one good and one wrong',
      responding(file("<Cube currency='CAD' rate='1.6'/><Cube currency='USD' rate='x'/>")),
      'unreadable',
    ],
    ['sends far too much', responding(GOOD + ' '.repeat(30_000)), 'unreadable'],
    [
      'sends what is not a text',
      (reply) => void reply.writeHead(200).end(Buffer.from([0xff, 0xfe, 0x80])),
      'unreadable',
    ],
    [
      'sends entities that grow',
      responding(
        `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${file("<Cube currency='USD' rate='&b;'/>")}`,
      ),
      'unreadable',
    ],
    [
      'sends an entity that reads files',
      responding(
        `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${file("<Cube currency='USD' rate='&a;'/>")}`,
      ),
      'unreadable',
    ],
  ])('when it %s', async (_, answer, failure) => {
    await sql`insert into exchange_rates (from_currency_id, to_currency_id, rate) values (2, 3, 1.1)`.execute(
      server.db,
    )
    answers = [answer]
    const isWaitedFor = answer === never || answer === stops
    const refreshed = await refresh(new Date(), isWaitedFor ? HURRIED : LIMITS)
    expect(refreshed).toMatchObject({ outcome: 'failed', failure, refreshed_at: null })
    expect(refreshed.exchange_rates).toEqual([expect.objectContaining({ rate: '1.1000000000' })])
    // With a short timeout the client may give up before the provider receives the request.
    if (!isWaitedFor) expect(requests).toBe(LIMITS.tries)
  })

  test.each([
    ['1999-01-04', 'failed'],
    [day(-9), 'failed'],
    [day(-7), 'fetched'],
    [day(3), 'failed'],
    ['2099-01-04', 'failed'],
  ])('when its rates are of %s: %s', async (date, outcome) => {
    answers = [responding(file("<Cube currency='USD' rate='1.16'/>", `time='${date}'`))]
    const refreshed = await refresh()
    expect(refreshed).toMatchObject({ outcome, failure: outcome === 'failed' ? 'old' : null })
    expect(refreshed.exchange_rates).toHaveLength(outcome === 'failed' ? 0 : 2)
  })

  test('and its failure is reported', async () => {
    answers = [responding('sorry', 500)]
    const { body, status } = await server.as('administrator').call('GET', '/exchange_rates/refresh_rates')
    expect([status, body.type, body.message]).toEqual([
      200,
      'warning',
      'The exchange rate provider answered with an error. Check its address in the settings. The rates stay as they were.',
    ])
  })

  test('the error of the last attempt names the failure', async () => {
    answers = [responding('sorry', 502)]
    await expect(
      fetchDailyRates(addressOf(), { ...LIMITS, tries: 1, isPrivateAllowed: true }),
    ).rejects.toThrow('answered 502')
  })
})

test('a rate that moved by more than 20 % waits for a person; the others of the day are accepted', async () => {
  await refresh()
  answers = [
    responding(
      file("<Cube currency='USD' rate='116.00'/><Cube currency='CAD' rate='1.7000'/>", `time='${day(0)}'`),
    ),
  ]
  const later = new Date(Date.now() + DAY)
  const refreshed = await refresh(later)
  // From and to US dollars, of the euro and of the Canadian dollar.
  expect(refreshed).toMatchObject({ outcome: 'held', held: 4 })
  expect(await rateOf('EUR', 'USD')).toEqual({ rate: '1.1600000000', rate_date: YESTERDAY })
  expect(await rateOf('EUR', 'CAD')).toEqual({ rate: '1.7000000000', rate_date: day(0) })
  const held = () =>
    sql<{ rate: string }>`select rate from exchange_rates where is_held = 1 order by rate desc`.execute(
      server.db,
    )
  expect((await held()).rows.map(({ rate }) => rate)).toContain('116.0000000000')
  // Received again, it is still one waiting rate.
  await refresh(new Date(later.getTime() + DAY))
  expect((await held()).rows).toHaveLength(4)
})

test('a payment is converted at the rate of its day: earlier rates stay, and a held rate is not used', async () => {
  const { product_id } = await testProduct(server)
  await testDocument(server, {
    ...{ document_type: 'invoice', currency_id: 2, exchange_rate: '0.9' },
    details: [{ product_id, quantity: '1', unit_price: '100' }],
  })
  const worth = async (days: number) => {
    const { body } = await server
      .as('administrator')
      .call('POST', `/companies/${COMPANY.customer}/payments`, {
        ...{ amount: '100', currency_id: 2, payment_date: day(days), method: 'cash', is_another: true },
        allocations: [],
      })
    if (body.errors) return body.errors.map(({ rule }: { rule: string }) => rule)
    const { rows } = await sql<{ worth: string }>`select company_amount as worth from payments
      order by payment_id desc limit 1`.execute(server.db)
    return rows[0]?.worth
  }
  const refreshWith = async (rate: string, of: number, later: number) => {
    answers = [responding(file(`<Cube currency='USD' rate='${rate}'/>`, `time='${day(of)}'`))]
    await refresh(new Date(Date.now() + later * DAY))
  }
  await refreshWith('1.16', -4, 0)
  await refreshWith('116.00', -2, 1)
  expect(await worth(-2)).toBe('116.000')
  await refreshWith('1.20', -1, 2)
  expect([await worth(-5), await worth(-3), await worth(-2), await worth(-1)]).toEqual([
    ['no_rate'],
    '116.000',
    '116.000',
    '120.000',
  ])
})

test('a user who may not change rates cannot make the server request them', async () => {
  for (const account of ['employee', 'customer', 'csr', 'vendor'] as const) {
    expect((await server.as(account).call('GET', '/exchange_rates/refresh_rates')).status).toBe(405)
  }
  expect(requests).toBe(0)
})
