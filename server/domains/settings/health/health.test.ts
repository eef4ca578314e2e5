import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const partOf = async (part: string) =>
  (await server.as('administrator').call('GET', '/system_health')).body.system_health.find(
    (item: { part: string }) => item.part === part,
  )

test('the health of the system follows the metrics', async () => {
  expect(await partOf('failing_events')).toMatchObject({ state: 'ok', value: 0 })
  expect(await partOf('webhooks')).toMatchObject({ state: 'ok' })
  expect(await partOf('archive')).toMatchObject({ state: 'off', value: null })
  expect((await partOf('disk')).value).toBeGreaterThan(0)
  await sql`insert into events (name, payload, run_at, attempts)
    values ('readings.stored', '{"device_ids": []}', now() + interval '1 hour', 3)`.execute(server.db)
  await sql`insert into mails (receiver, subject, html, body, language, next_try_at)
    values ('a@b.example', 's', '', '', 'en', now() - interval '30 minutes')`.execute(server.db)
  expect(await partOf('failing_events')).toMatchObject({ state: 'warning', value: 1 })
  expect(await partOf('mails')).toMatchObject({ state: 'warning', unit: 'seconds' })
  expect(await server.metrics.registry.metrics()).toContain('ullage_failing_events 1')
})
