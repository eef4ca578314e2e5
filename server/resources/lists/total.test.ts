import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
const MANY = 12_000
const FEW = 40

beforeAll(async () => {
  server = await startTestServer()
  await sql`insert into tags (company_id, tag) select ${COMPANY.stranger}, 'Many ' || n from generate_series(1, ${MANY}) n`.execute(
    server.db,
  )
  await sql`insert into tags (company_id, tag) select ${COMPANY.customer}, 'Few ' || n from generate_series(1, ${FEW}) n`.execute(
    server.db,
  )
})
afterAll(() => server.close())

const pageOf = async (query: string, account: 'administrator' | 'customer' = 'administrator') =>
  (await server.as(account).call('GET', `/tags?${query}`)).body.page

describe('the total of a list', () => {
  test('is estimated beyond ten thousand, never below the counted rows', async () => {
    const page = await pageOf('page_size=20')
    expect(page.total_is_estimate).toBe(1)
    expect(page.total_records).toBeGreaterThan(10_000)
  })

  test('is close to the truth once the database has statistics', async () => {
    await sql`analyze tags`.execute(server.db)
    const page = await pageOf('page_size=20&search=any')
    expect(page).toMatchObject({ total_is_estimate: 1 })
    expect(page.total_records).toBeGreaterThan(10_000)
    expect(page.total_records).toBeLessThan(MANY * 1.2)
  })

  test('is counted on request', async () => {
    const page = await pageOf('page_size=20&count=exact')
    expect(page).toEqual({ page_num: 1, page_size: 20, total_records: MANY + FEW })
    expect((await server.as('administrator').call('GET', '/tags?count=some')).status).toBe(400)
  })

  test('is exact up to ten thousand, also right after a change', async () => {
    expect(await pageOf('page_size=20&search=few')).toEqual({
      page_num: 1,
      page_size: 20,
      total_records: FEW,
    })
    expect(await pageOf('page_size=20', 'customer')).toMatchObject({ total_records: FEW })
    await server.as('administrator').call('POST', '/tags', { tag: 'Few more', company_id: COMPANY.customer })
    expect(await pageOf('page_size=20&search=few')).toEqual({
      page_num: 1,
      page_size: 20,
      total_records: FEW + 1,
    })
    expect(await pageOf('page_size=20', 'customer')).toMatchObject({ total_records: FEW + 1 })
  })

  test('follows from the last page, and from one behind it', async () => {
    const last = Math.ceil((MANY + FEW + 1) / 1000)
    expect(await pageOf(`page_size=1000&page_num=${last}`)).toEqual({
      page_num: last,
      page_size: 1000,
      total_records: MANY + FEW + 1,
    })
    expect(await pageOf('page_size=1000&page_num=500')).toMatchObject({ total_records: MANY + FEW + 1 })
  })

  test('is never below the number of rows on the page', async () => {
    // The database's estimate is below the actual number.
    await sql`delete from tags where tag like 'Many%' and tag_id % 2 = 0`.execute(server.db)
    await sql`analyze tags`.execute(server.db)
    await sql`insert into tags (company_id, tag) select ${COMPANY.stranger}, 'Many more ' || n from generate_series(1, ${MANY}) n`.execute(
      server.db,
    )
    const { total_records } = await pageOf('page_size=1000&page_num=13&search=a')
    expect(total_records).toBeGreaterThanOrEqual(13_000)
  })

  test('is exact in a file', async () => {
    const { headers } = await server.as('administrator').call('GET', '/tags/export')
    const { rows } = await sql<{ count: number }>`select count(*) as count from tags`.execute(server.db)
    expect(Number(headers['x-total-records'])).toBe(rows[0]!.count)
  })
})

test('pages show every record once, in one order, in either direction', async () => {
  const names = async (sort: string) => {
    const all: number[] = []
    for (let page = 1; page <= 6; page++) {
      const path = `/tags?search=few&page_size=7&page_num=${page}&sort=${sort}`
      const { body } = await server.as('administrator').call('GET', path)
      all.push(...body.tags.map((row: { tag_id: number }) => row.tag_id))
    }
    return all
  }
  for (const sort of ['tag', 'company_id', 'created_at', 'device_count', 'tag_id']) {
    const up = await names(sort)
    expect(new Set(up).size, sort).toBe(FEW + 1)
    expect(await names(`-${sort}`), sort).toEqual(up.toReversed())
  }
})

test('a record with exactly the searched title comes first, in any order', async () => {
  for (const sort of ['tag', '-tag', 'company_id', '-company_id', 'created_at', '-created_at', 'tag_id']) {
    const path = `/tags?search=FEW 3&page_size=1&sort=${sort}`
    const { body } = await server.as('administrator').call('GET', path)
    expect(body.page.total_records, sort).toBe(11)
    expect(body.tags[0].tag, sort).toBe('Few 3')
  }
})
