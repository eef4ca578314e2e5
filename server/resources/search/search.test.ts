import { afterAll, beforeAll, expect, test } from 'vitest'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const [company_id, public_id, label] of [
    [COMPANY.customer, 'UL-7001', 'Peterson farm north'],
    [COMPANY.customer, 'UL-7002', 'Home farm 100%'],
    [COMPANY.branch, 'UL-7003', 'Peterson farm east'],
    [COMPANY.stranger, 'UL-7004', 'Peterson quarry'],
  ]) {
    await save('/devices', { ...(await exampleOf(server, devices)), company_id, public_id, label })
  }
  await save('/tags', { company_id: COMPANY.customer, tag: 'peterson route' })
})
afterAll(() => server.close())

async function save(path: string, body: object): Promise<void> {
  const { status, body: response } = await server.as('administrator').call('POST', path, body)
  expect(status, JSON.stringify(response)).toBe(200)
}

async function find(account: LoginType | 'stranger', search: string): Promise<string[]> {
  const { status, body } = await server
    .as(account)
    .call('GET', `/search?search=${encodeURIComponent(search)}`)
  expect(status).toBe(200)
  return body.found.map(({ title }: { title: string }) => title)
}

test('finds records of every kind, an exact name before a word with that beginning', async () => {
  const found = await find('administrator', 'peterson')
  const farms = ['Peterson farm east', 'Peterson farm north']
  expect(found).toEqual([...farms, 'Peterson quarry', 'peterson route'])
  expect((await find('administrator', 'peterson quarry'))[0]).toBe('Peterson quarry')
  expect(await find('administrator', 'ul-7002')).toEqual(['Home farm 100%'])
})

test('shows the level of a place, and its serial number only if that is found', async () => {
  const { public_id, send } = await deviceWithTank(server, {
    device: { label: 'Dairy barn', imei: '358000123456789' },
  })
  await send({ records: [record(Date.now() - 60_000, 40)] })
  const detailOf = async (search: string) => {
    const { body } = await server.as('administrator').call('GET', `/search?search=${search}`)
    return body.found.map(({ title, detail }: Record<string, string>) => `${title}: ${detail}`)
  }
  expect(await detailOf('dairy')).toEqual([expect.stringMatching(/^Dairy barn[^:]*: 40%$/)])
  expect(await detailOf(public_id)).toEqual([expect.stringMatching(`^Dairy barn[^:]*: 40% · ${public_id}$`)])
  expect(await detailOf('3580001')).toEqual([expect.stringMatching(/: 40% · 358000123456789$/)])
})

test('finds people by a telephone number in any notation, or by an e-mail address', async () => {
  const person = { first_name: 'Nancy', last_name: 'Vole', company_id: COMPANY.customer }
  const { people_id } = (await server.as('administrator').call('POST', '/people', person)).body.person
  await save(`/people/${people_id}/phones`, { phone_number: '(308) 555-1234', phone_type: 'work' })
  await save(`/people/${people_id}/emails`, { email_address: 'nancy@vole.example', email_type: 'work' })
  await save(`/companies/${COMPANY.customer}/phones`, { phone_number: '308 555 9876', phone_type: 'work' })
  for (const typed of [
    '308-555-1234',
    '(308) 555 1234',
    '3085551234',
    '555-1234',
    '+1 308 555 1234',
    'nancy@',
    'NANCY@vole.example',
  ])
    expect([typed, await find('administrator', typed)]).toEqual([typed, ['Nancy Vole']])
  expect(await find('administrator', '555 9876')).toEqual(['Prairie Fuels'])
  expect(await find('stranger', '308-555-1234')).toEqual([])
})

test('finds customers and sites by street, ZIP code and telephone number', async () => {
  const address = {
    address1: '4711 Elm St',
    city: 'Kearney',
    state: 'NE',
    zip_code: '68847',
    country_id: 140,
  }
  await save(`/companies/${COMPANY.customer}/addresses`, { ...address, address_type: 'billing' })
  const site = { ...(await exampleOf(server, sites, COMPANY.customer)), name: 'South yard' }
  await save('/sites', {
    ...{ ...site, address1: '12 Walnut Rd', zip_code: '68801', contact_phone: '(308) 555-0177' },
  })
  for (const typed of ['4711 elm', 'Elm St', '68847'])
    expect([typed, await find('administrator', typed)]).toEqual([typed, ['Prairie Fuels']])
  const typedOfSite = ['12 walnut', '68801', '308-555-0177', '(308) 555 0177', '3085550177', '+13085550177']
  for (const typed of typedOfSite) {
    expect([typed, await find('administrator', typed)]).toEqual([typed, ['South yard']])
    const list = await server
      .as('administrator')
      .call('GET', `/sites?fields=name&search=${encodeURIComponent(typed)}`)
    expect([typed, list.body.sites], list.raw).toMatchObject([typed, [{ name: 'South yard' }]])
  }
  expect(await find('stranger', '4711 elm')).toEqual([])
})

test('names the company that counts the number of a document, unless it is the own one', async () => {
  for (const company_id of [COMPANY.customer, COMPANY.stranger]) {
    const body = await exampleOf(server, transaction_documents, company_id)
    await save('/transaction_documents', { ...body, customer_po: `PO-${company_id}` })
  }
  const detailOf = async (search: string) => {
    const { body } = await server.as('administrator').call('GET', `/search?search=${search}`)
    return body.found[0]?.detail
  }
  expect(await detailOf(`PO-${COMPANY.customer}`)).toMatch(/^North Distribution · .*PO-103/)
  expect(await detailOf(`PO-${COMPANY.stranger}`)).toMatch(/^(?!North|Ullage).*PO-105/)
})

test('requires every word, in any field', async () => {
  expect(await find('administrator', 'farm 7003')).toEqual(['Peterson farm east'])
})

test('shows no record that the actor may not open', async () => {
  expect(await find('stranger', 'peterson')).toEqual(['Peterson quarry'])
  expect((await find('customer', 'peterson')).toSorted()).toEqual([
    ...['Peterson farm east', 'Peterson farm north', 'peterson route'],
  ])
  expect(await find('vendor', 'peterson')).toEqual([])
})

test('finds misspelt words, when no exact one exists', async () => {
  expect(await find('stranger', 'Petreson')).toEqual(['Peterson quarry'])
  expect(await find('stranger', 'Peterson qarry')).toEqual(['Peterson quarry'])
})

test('treats a search as text, not as a pattern', async () => {
  expect(await find('administrator', '100%')).toEqual(['Home farm 100%'])
  expect(await find('administrator', '%%%')).toEqual([])
  expect(await find('administrator', "'; drop table devices; --")).toEqual([])
  expect(await find('administrator', '   ')).toEqual([])
})

test('refuses a text that is too long and a wrong limit', async () => {
  const staff = server.as('administrator')
  expect((await staff.call('GET', `/search?search=${'a'.repeat(65)}`)).status).toBe(400)
  expect((await staff.call('GET', '/search?search=a&limit=900')).status).toBe(400)
  expect((await staff.call('GET', '/search')).status).toBe(400)
  expect((await server.as(null).call('GET', '/search?search=a')).status).toBe(403)
})

test('a clerk, who has no list of customers, finds the sites of a customer by its name', async () => {
  const { body: read } = await server.as('administrator').call('GET', `/companies/${COMPANY.branch}`)
  const name = read.company.company
  const site = { ...(await exampleOf(server, sites)), company_id: COMPANY.branch, name: 'Elevator' }
  await save('/sites', site)
  await save('/sites', { ...site, company_id: COMPANY.stranger, name: 'Quarry office' })
  const found = await find('csr', name)
  expect(found).toContain('Elevator')
  expect(found).not.toContain('Quarry office')
  const { body } = await server.as('csr').call('GET', `/sites?search=${encodeURIComponent(name)}`)
  expect(body.sites.map(({ name }: { name: string }) => name)).toContain('Elevator')
  expect(await find('stranger', name)).toEqual([])
})
