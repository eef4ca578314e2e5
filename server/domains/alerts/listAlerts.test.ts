import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sites } from '#core/domains/companies/sites.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
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

test('an alert of a moved device keeps the old name, and shows nothing of the new owner', async () => {
  const admin = server.as('administrator')
  const site = { ...(await exampleOf(server, sites, COMPANY.customer)), name: 'East yard' }
  const { body: created, raw } = await admin.call('POST', '/sites', site)
  expect(created.site, raw).toBeDefined()
  const { site_id } = created.site
  const named = await deviceWithTank(server, { device: { label: 'North' } })
  const placed = await deviceWithTank(server, { device: { label: null, site_id } })
  const bare = await deviceWithTank(server, { device: { label: null } })
  const tanks = [named, placed, bare]
  for (const { device_id, send } of tanks) {
    await send({ records: [record(Date.now() - 60_000, 5)] })
    await server.settle()
    const move = { company_id: COMPANY.stranger }
    const moved = await admin.call('PATCH', `/devices/${device_id}/move`, move)
    expect(moved.status, moved.raw).toBe(200)
    await server.settle()
    await admin.call('PATCH', `/devices/${device_id}`, { label: 'Secret place' })
  }
  const namesFor = async (who: 'customer' | 'stranger') => {
    const lists = await Promise.all(
      tanks.map(({ device_id }) => server.as(who).call('GET', `/alerts?device_id=${device_id}`)),
    )
    return lists.flatMap(({ body }) =>
      body.alerts.map(({ device_label, tank }: { device_label: string; tank: object | null }) => [
        device_label,
        tank !== null,
      ]),
    )
  }
  expect(await namesFor('customer')).toEqual([
    ['North', false],
    ['East yard', false],
    [bare.public_id, false],
  ])
  const own = server.as('customer')
  for (const [index, { device_id }] of tanks.entries()) {
    const name = ['North', 'East yard', bare.public_id][index]
    const [{ alert_id }] = (await own.call('GET', `/alerts?device_id=${device_id}`)).body.alerts
    const read = await own.call('GET', `/alerts/${alert_id}`)
    expect(read.body.alert).toMatchObject({ device_label: name, tank: null })
    const list = `device_id=${device_id}&columns=device_id,level`
    expect((await own.call('GET', `/alerts/export?format=csv&${list}`)).raw).toContain(`\n${name},`)
    expect((await own.call('GET', `/alerts/print?${list}`)).body.print.html).toContain(name)
  }
  expect(new Set((await namesFor('stranger')).map(([label]) => label))).toEqual(new Set(['Secret place']))
  expect((await server.as('customer').call('GET', `/devices/${named.device_id}`)).status).toBe(404)
})
