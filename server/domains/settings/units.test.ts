import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

interface Unit {
  id: number
  unit: string
  unit_abbrev: string
  measure: string
  factor: string | null
  code: string | null
}

async function units(): Promise<Unit[]> {
  return (await call('GET', '/units_of_measure?page_size=0')).body.units_of_measure
}

describe('units of measure', () => {
  test('the two systems keep their ids, and the units of quantities come after them', async () => {
    const all = await units()
    expect(all.filter(({ measure }) => measure === 'system').map(({ id, unit }) => [id, unit])).toEqual(
      expect.arrayContaining([
        [1, 'Imperial'],
        [2, 'Metric'],
      ]),
    )
    const known = all.filter(({ code }) => code !== null)
    expect(Object.fromEntries(known.map(({ code, measure, factor }) => [code, [measure, factor]]))).toEqual({
      gal: ['volume', '3.785411784'],
      l: ['volume', '1.000000000'],
      m3: ['volume', '1000.000000000'],
      ea: ['count', '1.000000000'],
      h: ['time', '1.000000000'],
      kg: ['mass', '1.000000000'],
      lb: ['mass', '0.453592370'],
    })
    for (const { id } of known) expect(id).toBeGreaterThan(2)
  })

  test('every user who orders may choose one, with the fields that a form needs', async () => {
    const { status, body } = await server.as('customer').call('GET', '/units_of_measure?options=1')
    expect(status).toBe(200)
    expect(body.units_of_measure).toContainEqual(
      expect.objectContaining({ label: 'US gallon', unit_abbrev: 'gal', measure: 'volume', code: 'gal' }),
    )
  })

  test('a unit of volume needs its size; its measure is fixed, its name may change', async () => {
    const barrel = { unit: 'Barrel', unit_abbrev: 'bbl', measure: 'volume' }
    const refused = await call('POST', '/units_of_measure', barrel)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field: 'factor', rule: 'required' }])
    const created = await call('POST', '/units_of_measure', { ...barrel, factor: '158.987294928' })
    const { id, factor } = created.body.unit_of_measure
    expect(factor).toBe('158.987294928')
    const larger = await call('PATCH', `/units_of_measure/${id}`, { factor: '159' })
    expect(larger.status).toBe(422)
    expect(larger.body.errors).toMatchObject([{ field: 'factor', rule: 'fixed' }])
    expect((await call('PATCH', `/units_of_measure/${id}`, { unit: 'Oil barrel' })).status).toBe(200)
    expect((await call('DELETE', `/units_of_measure/${id}`)).status).toBe(200)
  })

  test('built-in ones cannot be deleted', async () => {
    const gallon = (await units()).find(({ code }) => code === 'gal')!
    expect((await call('DELETE', `/units_of_measure/${gallon.id}`)).status).toBe(409)
    expect((await call('DELETE', '/units_of_measure/1')).status).toBe(409)
  })
})

test('a company has its own unit system, else its parent company’s', async () => {
  const terms = (await call('GET', '/payment_terms?page_size=1')).body.payment_terms[0].payment_term_id
  const make = async (more: object) =>
    (
      await call('POST', '/customers', {
        company: `Units ${JSON.stringify(more)}`,
        payment_term_id: terms,
        ...more,
      })
    ).body.customer
  const metric = await make({ unit_of_measure: 2 })
  expect(metric.unit_of_measure).toBe(2)
  const below = await make({ parent_id: metric.company_id })
  expect(below.unit_of_measure).toBe(2)
  expect((await make({})).unit_of_measure).toBe(1)
  const cleared = await call('PATCH', `/customers/${metric.company_id}`, { unit_of_measure: null })
  expect(cleared.body.customer.unit_of_measure).toBe(2)
})
