import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testDocument } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { findSeller } from './findSeller.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function company(organisation_type_id: number, parent_id: number | null): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`
    insert into companies (company, organisation_type_id, parent_id) values ('Any', ${organisation_type_id}, ${parent_id})
    returning company_id`.execute(server.db)
  return Number(rows[0]!.company_id)
}

test('the nearest distributor above a company sells to it, else the business itself', async () => {
  const { customer, distributor } = ORGANISATION_TYPE
  const upper = await company(distributor, null)
  const lower = await company(distributor, upper)
  const farm = await company(customer, lower)
  const barn = await company(customer, farm)
  const alone = await company(customer, null)
  expect(await findSeller({ db: server.db }, [upper, lower, farm, barn, alone, barn])).toEqual(
    new Map([
      [upper, OWN_COMPANY],
      [lower, upper],
      [farm, lower],
      [barn, lower],
      [alone, OWN_COMPANY],
    ]),
  )
})

test('a document names the seller of its company, and keeps it when the company moves', async () => {
  const { document_id, seller_id } = await testDocument(server)
  expect(seller_id).toBe((await findSeller({ db: server.db }, [COMPANY.customer])).get(COMPANY.customer))
  const other = await company(ORGANISATION_TYPE.distributor, null)
  await sql`update companies set parent_id = ${other} where company_id = ${COMPANY.customer}`.execute(
    server.db,
  )
  const call = (method: string, path: string, body?: object) =>
    server.as('administrator').call(method, `/transaction_documents${path}`, body)
  const unchanged = await call('PATCH', `/${document_id}`, { comments: 'Noted' })
  expect(unchanged.body.transaction_document.seller_id).toBe(seller_id)
  expect((await testDocument(server)).seller_id).toBe(other)
})
