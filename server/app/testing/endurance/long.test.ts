import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres15 } from './postgres15.ts'
import { type Storm, startStorm, stored, until } from './storm.ts'

/** Takes minutes: `npm run test:long`. */
const isEnabled = Boolean(process.env['LONG_TESTS'])
const DEVICES = 5_000

describe.skipIf(!isEnabled || !hasPostgres15)('for longer', () => {
  let storm: Storm
  beforeAll(async () => {
    storm = await startStorm()
    await storm.calm()
  }, 180_000)
  afterAll(() => storm.close())

  test('a database that is unreachable for 30 s is found again', async () => {
    await storm.proxy.goAway()
    await pause(30_000)
    await storm.proxy.comeBack()
    await storm.calm()
  })

  test('a database that hangs for 30 s is waited for', async () => {
    storm.engine.freeze()
    await pause(30_000)
    storm.engine.thaw()
    await storm.calm()
  })

  test('5,000 devices that fall silent at once are reported soon, and delay no record', async () => {
    const { database, load } = storm
    await database.query(
      `with fleet as (
         insert into devices (public_id, label, company_id, device_type_id, mobile_provider_id)
         select 'SILENT-' || n, 'Silent ' || n, company_id, device_type_id, mobile_provider_id
         from devices, generate_series(1, ${DEVICES}) n where public_id = 'STORM-1'
         returning device_id, company_id)
       insert into device_states (device_id, company_id, last_at, due_at)
       select device_id, company_id, now() - interval '2 hours', now() - interval '1 second' from fleet
       on conflict (device_id) do update set last_at = excluded.last_at, due_at = excluded.due_at`,
    )
    await database.query(`update people set notification_method = 'both'`)
    load.forget()
    const startedAt = Date.now()
    await until('every device has its alert', 30_000, async () => {
      const { rows } = await database.query(
        `select count(*)::int as open from alerts where level = 'offline'`,
      )
      return rows[0].open >= DEVICES
    })
    const alerted = Date.now() - startedAt
    await until('all are notified', 120_000, async () => {
      const { rows } = await database.query('select count(*)::int as waiting from events')
      return rows[0].waiting < 20
    })
    process.stdout.write(
      `${DEVICES} silent devices: all alerts open after ${alerted} ms, all reported after ${Date.now() - startedAt} ms, ` +
        `slowest call meanwhile ${Math.round(load.slowest())} ms\n`,
    )
    expect(load.slowest()).toBeLessThan(5_000)
    const { rows } = await database.query(
      `select count(*)::int as count from user_notifications where told = 'alert_opened'`,
    )
    expect(rows[0].count).toBeGreaterThanOrEqual(DEVICES)
  })

  test('nothing acknowledged is lost or duplicated', async () => {
    await storm.load.stop()
    expect(await storm.end()).toBe(0)
    const found = await stored(storm.database)
    expect([...storm.acknowledged].filter((time) => !found.times.has(time))).toEqual([])
    expect(found.counted).toBe(found.times.size)
  })
})
