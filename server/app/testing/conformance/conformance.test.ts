import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../startTestServer.ts'
import { deviations, missingCalls } from './deviations.ts'
import { findDeviations } from './findDeviations.ts'
import { readFacts } from './readFacts.ts'

/**
 * Compares the running server with the specification's facts. `deviations.ts` lists intended differences with their reason; an unlisted
 * deviation fails, and so does a listed one that does not exist.
 */
const facts = readFacts()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('kinds of record', () => {
  test.each(facts.records.map((fact) => [fact.kind, fact] as const))('%s', async (kind, fact) => {
    const found = await findDeviations(server, fact)
    expect(found.toSorted()).toEqual(Object.keys(deviations[kind] ?? {}).toSorted())
  })
})

describe('calls', () => {
  test('all exist, by method and path', async () => {
    const { body } = await server.as('administrator').call('GET', '/openapi.json')
    const ours = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => withoutNames(`${method.toUpperCase()} ${path}`)),
    )
    const missing = facts.calls.filter((call) => !ours.some((item) => isSame(withoutNames(call), item)))
    expect(missing.toSorted()).toEqual(Object.keys(missingCalls).toSorted())
  })
})

/** A call that begins with any kind of record (`/{module}/{id}/notes`) exists if some kind has it. */
function isSame(expected: string, ours: string): boolean {
  if (!expected.includes(' /{}/')) return expected === ours
  const pattern = expected.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(' /{}/', ' /[^/]+/')
  return new RegExp(`^${pattern.replaceAll('{}', '\\{\\}')}$`).test(ours)
}

/** `/devices/{id}/ports/{port}` and `/devices/{device_id}/ports/{n}` are the same path. */
function withoutNames(call: string): string {
  return call.replace(/\{\w+\}/g, '{}')
}
