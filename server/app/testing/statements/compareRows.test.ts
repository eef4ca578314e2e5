import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import type { Fields, Shape } from './claims.ts'
import { compareRows } from './compareRows.ts'

const TEXT = 25
const NUMERIC = 1700
const INT8 = 20
const JSONB = 3802
const INT8S = 1016

const number: Shape = { kinds: ['number'] }
const text: Shape = { kinds: ['string'] }
const rowOf = (fields: Fields): Shape => ({ kinds: ['object'], fields })
const column = (name: string, type: number, source?: string) => ({ name, type, source })
const compare = (
  fields: Fields,
  columns: ReturnType<typeof column>[],
  rows: Record<string, unknown>[] = [],
  statement = 'select',
) => compareRows(rowOf(fields), statement, columns, rows)

describe('the row type of a statement', () => {
  test('names existing columns', () => {
    const columns = [column('id', INT8)]
    expect(compare({ id: { shape: number } }, columns)).toEqual([])
    expect(compare({ ids: { shape: number } }, columns)).toEqual(['ids is not among the columns'])
    expect(compare({ ids: { shape: number, optional: true } }, columns)).toEqual([])
  })

  test('gives each column the type that the driver reads', () => {
    expect(compare({ sum: { shape: number } }, [column('sum', NUMERIC)])).toEqual([
      'sum is string, not number',
    ])
    expect(compare({ ids: { shape: { kinds: ['array'], items: text } } }, [column('ids', INT8S)])).toEqual([
      'ids holds numbers, not string',
    ])
    expect(compare({ made: { shape: { kinds: ['object'], fields: {} } } }, [column('made', TEXT)])).toEqual([
      'made is string, not object',
    ])
  })

  test('allows null where a column is nullable, unless the statement excludes it', () => {
    const columns = [column('name', TEXT, 'label')]
    const fields = { name: { shape: text } }
    expect(compare(fields, columns)).toEqual(['name may be null'])
    expect(compare(fields, columns, [], 'select label as name from d where d.label is not null')).toEqual([])
    expect(compare(fields, columns, [], 'select label as name from d where other_label is not null')).toEqual(
      ['name may be null'],
    )
    expect(compare({ name: { shape: { kinds: ['string', 'null'] } } }, columns)).toEqual([])
  })

  test('is checked against the rows: nulls of joins, values of a choice, content of JSON', () => {
    expect(compare({ name: { shape: text } }, [column('name', TEXT)], [{ name: null }])).toEqual([
      'name was null, not string',
    ])
    const choice: Shape = { kinds: ['string'], values: ['open', 'closed'] }
    expect(compare({ state: { shape: choice } }, [column('state', TEXT)], [{ state: 'gone' }])).toEqual([
      'state was "gone", not one of its values',
    ])
    const place: Shape = rowOf({ at: { shape: { kinds: ['array'], items: number } } })
    expect(
      compare({ place: { shape: place } }, [column('place', JSONB)], [{ place: { at: [1, '2'] } }]),
    ).toEqual(['place.at[] was string, not number'])
  })
})

describe('a statement that a test runs on the server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('is recognized by its text, and fails when its rows are of another type', async () => {
    const watched = (globalThis as { watchOfStatements?: Watched }).watchOfStatements!
    const fragments = ['select device_id, label as name from devices where device_id > ', '']
    const row = rowOf({ device_id: { shape: text }, name: { shape: text } })
    watched.claims.set(fragments.join('\u0000'), [{ at: 'here', fragments, row }])
    await sql`select device_id, label as name from devices where device_id > ${0}`.execute(server.db)
    const found = [...watched.problems]
    watched.problems.clear()
    expect(found).toEqual(['here: device_id is number, not string', 'here: name may be null'])
  })

  test('is checked in a column that the builder selects, too', async () => {
    const watched = (globalThis as { watchOfStatements?: Watched }).watchOfStatements!
    const fragments = ['count(*) filter (where device_id > ', ')']
    watched.claims.set(fragments.join('\u0000'), [{ at: 'here', fragments, row: text }])
    const counted = sql`count(*) filter (where device_id > ${0})`.as('several')
    await server.db.selectFrom('devices').select(counted).execute()
    const found = [...watched.problems]
    watched.problems.clear()
    expect(found).toEqual(['here: several is number, not string', 'here: several was number, not string'])
  })
})

interface Watched {
  claims: Map<string, { at: string; fragments: string[]; row: Shape }[]>
  problems: Set<string>
}
