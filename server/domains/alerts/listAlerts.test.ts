import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the worst come first: by level, then by the least content', async () => {
  const opened: [string, number, string][] = [
    ['mild', 22, '2026-01-05'],
    ['urgent', 9, '2026-01-04'],
    ['offline', 60, '2026-01-03'],
    ['urgent', 2, '2026-01-02'],
    ['sudden_loss', 70, '2026-01-01'],
  ]
  const ids: number[] = []
  for (const [level, percent, day] of opened) {
    const { device_id } = await deviceWithTank(server)
    await sql`update device_states set percent = ${percent}, level = ${level === 'urgent' || level === 'mild' ? level : 'fine'}
      where device_id = ${device_id}`.execute(server.db)
    const { rows } = await sql<{ alert_id: number }>`
      insert into alerts (device_id, company_id, port_number, level, status, opened_at)
      select device_id, company_id, 1, ${level}, 'open', ${day}::timestamptz from devices where device_id = ${device_id}
      returning alert_id`.execute(server.db)
    ids.push(Number(rows[0]!.alert_id))
  }
  const order = async (sort: string, page = '') => {
    const { body } = await server
      .as('administrator')
      .call('GET', `/alerts?status=open&sort=${sort}${page || '&page_size=50'}`)
    return body.alerts.map((alert: { alert_id: number }) => ids.indexOf(alert.alert_id))
  }
  expect(await order('urgency')).toEqual([3, 1, 4, 0, 2])
  expect(await order('-urgency')).toEqual([2, 0, 4, 1, 3])
  expect(await order('urgency', '&page_size=2&page_num=2')).toEqual([4, 0])
})
