import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = (path: string) => server.as('customer_readonly').call('GET', path)

describe.each([
  ['languages', 'language', 'language', 'ar', 27],
  ['time_zones', 'time_zone', 'time_zone', 'America/Detroit', null],
  ['modules', 'module', 'module', 'devices', null],
  ['login_types', 'login_type', 'login_type_id', 'csr', 16],
])('%s', (name, single, id, one, count) => {
  test('are read by every signed-in user, in pages or completely', async () => {
    const { body } = await read(`/${name}?page_size=0`)
    if (count) expect(body[name]).toHaveLength(count)
    expect(body.page).toEqual({ page_num: 1, page_size: 0, total_records: body[name].length })
    const second = await read(`/${name}?page_size=3&page_num=2`)
    expect(second.body[name]).toEqual(body[name].slice(3, 6))
    expect((await read(`/${name}`)).body[name]).toHaveLength(2)
    expect((await server.as(null).call('GET', `/${name}`)).status).toBe(403)
    expect((await read(`/${name}?page_size=many`)).status).toBe(400)
  })

  test('are read one by one, and found by a search', async () => {
    expect((await read(`/${name}/${encodeURIComponent(one)}`)).body[single]).toMatchObject({ [id]: one })
    expect((await read(`/${name}/nonsense`)).status).toBe(404)
    const { body } = await read(`/${name}?page_size=0&search=${one.toUpperCase()}`)
    expect(body[name].map((row: Record<string, unknown>) => row[id])).toContain(one)
    const { body: options } = await read(`/${name}?options=1`)
    expect(Object.keys(options[name][0]).sort()).toEqual([id, 'label'].sort())
  })

  test('can be changed by no one', async () => {
    for (const [method, path] of [
      ['POST', `/${name}`],
      ['PATCH', `/${name}/${encodeURIComponent(one)}`],
      ['DELETE', `/${name}/${encodeURIComponent(one)}`],
    ] as const) {
      expect((await server.as('administrator').call(method, path, {})).status).toBe(404)
    }
  })
})

test('two languages are complete, and three are written from right to left', async () => {
  const { body } = await read('/languages?page_size=0')
  const rows: { language: string; is_complete: number; direction: string; label: string }[] = body.languages
  expect(rows.filter((row) => row.is_complete).map((row) => row.language)).toEqual(['en', 'es'])
  expect(rows.filter((row) => row.direction === 'rtl').map((row) => row.language)).toEqual(['ar', 'he', 'fa'])
  expect(rows.find((row) => row.language === 'de')).toMatchObject({ name: 'Deutsch', label: 'German' })
})
