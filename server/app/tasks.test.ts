import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { estimatedTravel } from '#server/app/testing/estimatedTravel.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { cleaningTask, type Task } from '#server/platform/jobs/schedule.ts'
import { scheduledTasks } from './tasks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = (task: Task) =>
  task.run({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })

async function namesIn(table: string, column: string): Promise<unknown[]> {
  const { rows } = await sql<{ name: unknown }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)}::text like 'age %' order by 1`.execute(
    server.db,
  )
  return rows.map(({ name }) => name)
}

test('rows with a retention are deleted by the schedule, each at its time, and nothing else is', async () => {
  await sql`insert into access_requests (name, address, requested_at)
    values ('age 61', '', now() - interval '61 minutes'), ('age 59', '', now() - interval '59 minutes')`.execute(
    server.db,
  )
  await sql`insert into letters (head_to, created_at)
    values ('age 25', now() - interval '25 hours'), ('age 23', now() - interval '23 hours')`.execute(
    server.db,
  )
  await sql`insert into idempotency_keys (user_id, key, request_hash, created_at)
    values (1, 'age 25', '', now() - interval '25 hours'), (1, 'age 23', '', now() - interval '23 hours')`.execute(
    server.db,
  )
  await sql`insert into user_notifications (user_id, cause, told, created_at)
    values (1, 'age 181', 'own', now() - interval '181 days'),
      (1, 'age 179', 'own', now() - interval '179 days')`.execute(server.db)
  await sql`insert into undo_entries (user_id, resource, action, records_sealed, created_at)
    values (1, 'age 61', 'update', '[]', now() - interval '61 minutes'),
      (1, 'age 59', 'update', '[]', now() - interval '59 minutes')`.execute(server.db)
  await sql`insert into data_import_logs (file_name, resource, sheet_sealed, updated_at)
    values ('a.csv', 'age 26', 'age 26', now() - interval '26 hours'),
      ('b.csv', 'age 24', 'age 24', now() - interval '24 hours')`.execute(server.db)
  const cleaning = scheduledTasks(server.pool, { mailer: undefined, sms: undefined }, estimatedTravel).filter(
    ({ name }) => name.startsWith('cleaning of '),
  )
  for (const task of cleaning) await run(task)
  expect(await namesIn('access_requests', 'name')).toEqual(['age 59'])
  expect(await namesIn('letters', 'head_to')).toEqual(['age 23'])
  expect(await namesIn('idempotency_keys', 'key')).toEqual(['age 23'])
  expect(await namesIn('user_notifications', 'cause')).toEqual(['age 179'])
  expect(await namesIn('undo_entries', 'resource')).toEqual(['age 59'])
  expect(await namesIn('data_import_logs', 'resource')).toEqual(['age 24', 'age 26'])
  expect(await namesIn('data_import_logs', 'sheet_sealed')).toEqual(['age 24'])
})

test('a statement that fails does not stop the others, and the task reports it', async () => {
  await sql`insert into letters (head_to) values ('age last')`.execute(server.db)
  const task = cleaningTask('a test', [
    sql`delete from no_such_table`,
    sql`delete from letters where head_to = 'age last'`,
  ])
  await expect(run(task)).rejects.toThrow('1 could not be cleared')
  expect(await namesIn('letters', 'head_to')).not.toContain('age last')
})
