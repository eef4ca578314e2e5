import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseBefore } from '#server/app/testing/oldDatabase.ts'
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

  test('everybody who orders may choose one, with what a form needs of it', async () => {
    const { status, body } = await server.as('customer').call('GET', '/units_of_measure?options=1')
    expect(status).toBe(200)
    expect(body.units_of_measure).toContainEqual(
      expect.objectContaining({ label: 'US gallon', unit_abbrev: 'gal', measure: 'volume', code: 'gal' }),
    )
  })

  test('a volume needs its size; what a unit measures stays, its name may change', async () => {
    const barrel = { unit: 'Barrel', unit_abbrev: 'bbl', measure: 'volume' }
    const refused = await call('POST', '/units_of_measure', barrel)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field: 'factor', rule: 'required' }])
    const made = await call('POST', '/units_of_measure', { ...barrel, factor: '158.987294928' })
    const { id, factor } = made.body.unit_of_measure
    expect(factor).toBe('158.987294928')
    const larger = await call('PATCH', `/units_of_measure/${id}`, { factor: '159' })
    expect(larger.status).toBe(422)
    expect(larger.body.errors).toMatchObject([{ field: 'factor', rule: 'fixed' }])
    expect((await call('PATCH', `/units_of_measure/${id}`, { unit: 'Oil barrel' })).status).toBe(200)
    expect((await call('DELETE', `/units_of_measure/${id}`)).status).toBe(200)
  })

  test('those that the product itself counts with cannot be deleted', async () => {
    const gallon = (await units()).find(({ code }) => code === 'gal')!
    expect((await call('DELETE', `/units_of_measure/${gallon.id}`)).status).toBe(409)
    expect((await call('DELETE', '/units_of_measure/1')).status).toBe(409)
  })
})

test('a company has the units it is given, else those of the company above', async () => {
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
  const kept = await call('PATCH', `/customers/${metric.company_id}`, { unit_of_measure: null })
  expect(kept.body.customer.unit_of_measure).toBe(2)
})

test('an upgrade gives every company and every line the unit that was meant', async () => {
  const old = await databaseBefore('0080')
  try {
    const { db } = old
    await sql`insert into units_of_measure (id, unit, unit_abbrev) values
      (1, 'Imperial', 'imp'), (2, 'Metric', 'met'), (3, 'Drum', 'drm'), (4, 'litre', 'ltr')`.execute(db)
    await sql`insert into currencies (currency_id, code, name) values (3, 'USD', 'US dollar')`.execute(db)
    await sql`insert into companies (company_id, organisation_type_id, company, parent_id) values
      (1, 2, 'Business', null), (2, 1, 'German by address', null), (3, 1, 'Metric by its people', null),
      (4, 1, 'Below', 3), (5, 1, 'Knows nothing', null), (6, 1, 'Of Texas, people metric', null)`.execute(db)
    await sql`insert into entity_addresses (object_ref, object_id, address_type, address1, city, state, zip_code, country_id,
      prime) values ('company', 2, 'office', 'A', 'Berlin', 'B', '10115', 57, 1),
      ('company', 6, 'office', 'A', 'Austin', 'TX', '73301', 140, 1)`.execute(db)
    await sql`insert into people (company_id, first_name, last_name, unit_of_measure) values
      (3, 'A', 'A', 2), (3, 'B', 'B', 2), (3, 'C', 'C', 1), (6, 'D', 'D', 2)`.execute(db)
    await sql`insert into payment_terms (payment_term_id, description, term_days) values (1, 'Net 10', 10)`.execute(
      db,
    )
    await sql`insert into device_types (device_type_id, device_type, num_ports) values (1, 'Cellular', 1)`.execute(
      db,
    )
    await sql`insert into mobile_providers (mobile_provider_id, mobile_provider) values (1, 'Any')`.execute(
      db,
    )
    await insertLine(db, 2)
    await insertLine(db, 6)
    await old.upgrade()
    const { rows: companies } = await sql<{ company: string; unit_of_measure: number }>`
      select company, unit_of_measure from companies`.execute(db)
    expect(Object.fromEntries(companies.map((one) => [one.company, one.unit_of_measure]))).toEqual({
      Business: 1,
      'German by address': 2,
      'Metric by its people': 2,
      Below: 2,
      'Knows nothing': 1,
      'Of Texas, people metric': 1,
    })
    const { rows: units } =
      await sql<Unit>`select id, unit, measure, code from units_of_measure order by id`.execute(db)
    expect(units.slice(0, 5)).toMatchObject([
      { id: 1, measure: 'system' },
      { id: 2, measure: 'system' },
      { id: 3, unit: 'Drum', measure: 'other', code: null },
      { id: 4, unit: 'litre', measure: 'volume', code: 'l' },
      { id: 5, measure: 'volume', code: 'gal' },
    ])
    const { rows: lines } = await sql<{ code: string; quantity_liters: string }>`
      select u.code, l.quantity_liters from transaction_document_details l join units_of_measure u on u.id = l.unit_id
      order by l.document_detail_id`.execute(db)
    expect(lines.map(({ code, quantity_liters }) => [code, Number(quantity_liters)])).toEqual([
      ['l', 100],
      ['gal', 378.5411784],
    ])
  } finally {
    await old.close()
  }
})

async function insertLine(db: TestServer['db'], company_id: number): Promise<void> {
  await sql`with device as (
      insert into devices (company_id, public_id, device_type_id, mobile_provider_id)
      values (${company_id}, ${`d-${company_id}`}, 1, 1) returning device_id
    ), document as (
      insert into transaction_documents (company_id, device_id, approved, due_date, payment_term_id, currency_id)
      select ${company_id}, device_id, 0, '2026-11-30', 1, 3 from device returning document_id
    ), product as (
      insert into tank_products (company_id, product_name, color)
      values (${company_id}, 'Diesel', 'blue') returning product_id
    )
    insert into transaction_document_details (document_id, sort_order, product_id, quantity, line_total)
    select document_id, 0, product_id, 100, 0 from document, product`.execute(db)
}
