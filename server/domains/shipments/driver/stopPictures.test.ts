import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { largeInHeader } from '#server/app/testing/largeInHeader.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, signIn } from '#server/domains/access/testing/signInAs.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
let stop_id: number
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
  const { made } = await on.round([on.load('Barn')])
  stop_id = made.stops[0].stop_id
})
afterAll(() => server.close())

const put = (bytes: Buffer, type: string) =>
  on.asDriver('PUT', `/driver/pictures/${randomUUID()}`, {
    stop_id,
    taken_at: new Date().toISOString(),
    picture: `data:image/${type};base64,${bytes.toString('base64')}`,
  })
const stored = async () =>
  Number(
    (await sql<{ n: number }>`select count(*)::int as n from stop_pictures`.execute(server.db)).rows[0]!.n,
  )

describe('a picture of a stop', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'of more than 50 megapixels is refused by its header: %s',
    async (format) => {
      const { status, body } = await put(await largeInHeader(format), format)
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        { field: 'picture', rule: 'too_many_pixels', message: 'A picture has at most 50 megapixels' },
      ])
    },
  )

  test.each([
    ['a drawing of vectors', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['nothing that is known', 'no picture at all'],
  ])('is refused when it is %s', async (_, text) => {
    const { status, body } = await put(Buffer.from(text), 'png')
    expect([status, body.errors?.[0]?.rule]).toEqual([422, 'picture'])
  })

  test('holds no connection while it is redrawn: with 24 at once, other calls are answered before the last', async () => {
    const before = await stored()
    const bytes = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#c02020' } })
      .webp()
      .toBuffer()
    const tank = await deviceWithTank(server, {})
    const { username } = await newUser(server)
    const settled: string[] = []
    const pictures = Array.from({ length: 24 }, async () => {
      const { status, raw } = await put(bytes, 'webp')
      settled.push('picture')
      return status === 200 ? 200 : raw
    })
    await Promise.race(pictures)
    const openTransactions = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(server.db)
      return Number(rows[0]!.n)
    }
    await expect.poll(openTransactions, { interval: 20 }).toBe(0)
    expect(settled.length).toBeLessThan(24)
    const others = [
      signIn(server, username).then(({ status }) => void settled.push(`sign-in ${status}`)),
      tank.send({ records: [record(Date.now(), 20)] }).then(() => void settled.push('uplink')),
    ]
    await Promise.all(others)
    expect(settled).toContain('sign-in 200')
    expect(settled.filter((item) => item === 'picture').length).toBeLessThan(24)
    expect([...new Set(await Promise.all(pictures))]).toEqual([200])
    expect(await stored()).toBe(before + 24)
  })
})
