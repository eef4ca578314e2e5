import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

interface Entry {
  audit_id: number
  changes: { field: string; before: unknown; after: unknown; is_cut?: boolean }[]
}

const LONG = ['reason_for_return', 'return_address', 'work_performed'] as const
const longTexts = (round: number) =>
  Object.fromEntries(LONG.map((field) => [field, `${round} ${field} ${'x'.repeat(60_000)}`]))

/** A work order whose long texts were rewritten `times` times. */
async function rewrittenOrder(times: number): Promise<number> {
  const { body } = await staff('POST', '/work_orders', await exampleOf(server, work_orders))
  const id = body.work_order.id
  for (let round = 1; round <= times; round++) {
    const changed = await staff('PATCH', `/work_orders/${id}`, longTexts(round))
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  }
  return id
}

describe('a history of long texts', () => {
  test('has their beginnings, and each in full on request', async () => {
    const id = await rewrittenOrder(2)
    const { body, raw } = await staff('GET', `/work_orders/${id}/history`)
    expect(raw.length).toBeLessThan(20_000)
    const [entry] = body.audit_entries as Entry[]
    const change = entry!.changes.find(({ field }) => field === 'work_performed')!
    expect(change).toMatchObject({
      is_cut: true,
      before: expect.stringMatching(/^1 work_performed x{983}$/),
      after: expect.stringMatching(/^2 work_performed x{983}$/),
    })
    const whole = await staff('GET', `/work_orders/${id}/history/${entry!.audit_id}`)
    expect(whole.body.audit_entry.changes).toContainEqual({
      field: 'work_performed',
      before: longTexts(1)['work_performed'],
      after: longTexts(2)['work_performed'],
    })
  })

  test('comes in pages of limited size without gaps', async () => {
    const id = await rewrittenOrder(45)
    const seen: number[] = []
    let next: number | null = Number.MAX_SAFE_INTEGER
    while (next !== null) {
      const { body, raw } = await staff('GET', `/work_orders/${id}/history?before=${next}`)
      expect(raw.length).toBeLessThan(250_000)
      seen.push(...(body.audit_entries as Entry[]).map(({ audit_id }) => audit_id))
      next = body.next
    }
    expect(new Set(seen).size).toBe(46)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  test('is shortened in the audit log too, whose entry has it in full', async () => {
    const id = await rewrittenOrder(1)
    const { body, raw } = await staff('GET', `/audit_entries?resource=work_orders&record_id=${id}`)
    expect(raw.length).toBeLessThan(20_000)
    const [entry] = body.audit_entries as Entry[]
    expect(entry!.changes.find(({ field }) => field === 'return_address')).toMatchObject({ is_cut: true })
    const { body: read } = await staff('GET', `/audit_entries/${entry!.audit_id}`)
    expect(read.audit_entry.changes).toContainEqual({
      field: 'return_address',
      before: null,
      after: longTexts(1)['return_address'],
    })
  })
})

test('an entry is read only with its own record, by users who see its history, without hidden fields', async () => {
  const [id, other] = [await rewrittenOrder(0), await rewrittenOrder(0)]
  await staff('PATCH', `/work_orders/${id}`, { private_notes: 'Confidential.', work_performed: 'Sealed' })
  const { body } = await staff('GET', `/work_orders/${id}/history`)
  const path = `history/${body.audit_entries[0].audit_id}`
  const read = await staff('GET', `/work_orders/${id}/${path}`)
  expect(read.raw).toContain('Confidential.')
  expect((await staff('GET', `/work_orders/${other}/${path}`)).status).toBe(404)
  expect((await server.as('vendor').call('GET', `/work_orders/${id}/${path}`)).status).toBe(405)
  const { status, raw } = await server.as('distributor').call('GET', `/work_orders/${id}/${path}`)
  expect(status).toBe(200)
  expect(raw).toContain('Sealed')
  expect(raw).not.toContain('Confidential.')
})
