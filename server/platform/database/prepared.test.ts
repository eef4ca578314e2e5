import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import type { Database } from './database.ts'
import { runPrepared } from './prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await sql`create table shelves (shelf_id bigint primary key, shelf varchar(10))`.execute(server.db)
  await sql`insert into shelves select n, 'shelf ' || n from generate_series(1, 9) n`.execute(server.db)
})
afterAll(() => server.close())

const onOneConnection = (work: (db: Database) => Promise<void>) => server.db.connection().execute(work)
const shelf = (db: Database, id: number) =>
  runPrepared(db, sql<{ shelf: string }>`select shelf from shelves where shelf_id = ${id}`)
const preparedOn = async (db: Database, text: string) =>
  (
    await sql<{
      n: number
    }>`select count(*) as n from pg_prepared_statements where statement like ${text}`.execute(db)
  ).rows[0]!.n

test('a statement is prepared once per connection, and responses by its values', async () => {
  await onOneConnection(async (db) => {
    for (const id of [1, 2, 3]) expect(await shelf(db, id)).toEqual([{ shelf: `shelf ${id}` }])
    expect(await preparedOn(db, '%from shelves where%')).toBe(1)
  })
})

test('a connection drops statements that it has not used for long', async () => {
  await onOneConnection(async (db) => {
    for (let index = 0; index < 100; index++)
      expect(await runPrepared(db, sql<{ one: number }>`select ${sql.lit(index)}::int as one`)).toEqual([
        { one: index },
      ])
    expect(await preparedOn(db, '%::int as one')).toBeLessThanOrEqual(60)
    // A dropped one is prepared again.
    expect(await runPrepared(db, sql<{ one: number }>`select ${sql.lit(0)}::int as one`)).toEqual([
      { one: 0 },
    ])
  })
})

test('a column that a newer release has since changed is read in its current form', async () => {
  await onOneConnection(async (db) => {
    await shelf(db, 1)
    await sql`alter table shelves alter column shelf type varchar(20)`.execute(server.db)
    expect(await shelf(db, 1)).toEqual([{ shelf: 'shelf 1' }])
    expect(await shelf(db, 2)).toEqual([{ shelf: 'shelf 2' }])
  })
})
