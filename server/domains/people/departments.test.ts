import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

async function department(name: string, more: object = {}): Promise<number> {
  const { body } = await staff('POST', '/departments', {
    department_name: name,
    company_id: COMPANY.customer,
    ...more,
  })
  return body.department.department_id
}

test('no department can be within itself, at any depth', async () => {
  const top = await department('Operations')
  const middle = await department('Logistics', { parent_department_id: top })
  const low = await department('Fleet', { parent_department_id: middle })
  for (const parent of [top, middle, low]) {
    const { status, body } = await staff('PATCH', `/departments/${top}`, { parent_department_id: parent })
    expect([status, body.errors[0]]).toMatchObject([
      422,
      { field: 'parent_department_id', rule: 'within_itself' },
    ])
  }
  const moved = await staff('PATCH', `/departments/${low}`, { parent_department_id: top })
  expect(moved.body.department).toMatchObject({ parent_department_title: 'Operations' })
})

test('a department starts before its end, and its parent belongs to the same company', async () => {
  const id = await department('Night shift', { start_date: '2026-05-01', end_date: '2026-05-01' })
  const late = await staff('PATCH', `/departments/${id}`, { start_date: '2026-05-02' })
  expect(late.body.errors).toMatchObject([{ field: 'start_date', rule: 'not_after_end' }])
  const foreign = await department('Theirs', { company_id: COMPANY.stranger })
  const refused = await staff('PATCH', `/departments/${id}`, { parent_department_id: foreign })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ rule: 'not_found' }] } })
})

test('a department that contains others cannot be deleted', async () => {
  const top = await department('Sales')
  await department('Inside sales', { parent_department_id: top })
  expect((await staff('DELETE', `/departments/${top}`)).status).toBe(409)
})
