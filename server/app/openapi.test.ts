import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveReferences } from './testing/resolveReferences.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
let text: string
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://tanks.test' })
  text = (await server.app.inject({ method: 'GET', url: '/api/openapi.json' })).payload
})
afterAll(() => server.close())

/** Rules of Spectral's `spectral:oas` beyond those that Redocly recommends. */
const SPECTRAL_ALSO_WARNS_OF = [
  'info-contact',
  'operation-description',
  'operation-singular-tag',
  'operation-tag-defined',
  'tag-description',
]

test('the published document has no lint errors', async () => {
  const rules = Object.fromEntries(SPECTRAL_ALSO_WARNS_OF.map((name) => [name, 'error' as const]))
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('each operation has a unique id, and each record is described once', () => {
  const { paths, components } = JSON.parse(text)
  const ids = Object.values<Record<string, { operationId: string }>>(paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(500)
  expect(new Set(ids).size).toBe(ids.length)
  const schemas = Object.values(components.schemas).map((schema) => JSON.stringify(schema))
  expect(new Set(schemas).size).toBe(schemas.length)
})

test('each call and each kind of record adds little', () => {
  const { paths, components } = JSON.parse(text) as Record<'paths' | 'components', Record<string, object>>
  const sizeOf = (value: unknown) => JSON.stringify(value).length
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const shared = Object.values(components).flatMap((part) => Object.values(part))
  const mean = (values: unknown[]) =>
    values.reduce((sum: number, value) => sum + sizeOf(value), 0) / values.length
  expect(mean(operations)).toBeLessThan(950)
  expect(mean(shared)).toBeLessThan(450)
  const ofTags = Object.entries(paths).filter(([path]) => /^\/tags(\/|$)/.test(path))
  expect(ofTags.length).toBeGreaterThan(5)
  expect(ofTags.reduce((sum, [, path]) => sum + sizeOf(path), 0)).toBeLessThan(11_000)
})

test('fields and parameters are described where their name does not say enough, and tuples permit items', () => {
  const { paths } = resolveReferences(JSON.parse(text))
  const ofTanks = paths['/tank_products'].post.requestBody.content['application/json'].schema.properties
  expect(ofTanks.specific_gravity.description).toMatch(/^Water is 1.000/)
  expect(ofTanks.vehicle_class.description).toMatch(/^Carried as\. Vehicles/)
  const listed = paths['/device_ports'].get.responses[200].content['application/json'].schema.properties
  expect(listed.device_ports.items.properties.def_liters.description).toBeTruthy()
  expect(paths['/tags'].get.parameters).toContainEqual(
    expect.objectContaining({ name: 'page_size', description: expect.stringContaining('1,000') }),
  )
  expect(text).not.toContain('"items":false')
})

test('it repeats neither dates nor the login types of callers', () => {
  expect(/"format":"date(-time)?","pattern"/.test(text)).toBe(false)
  const { paths, security } = JSON.parse(text)
  expect(security).toEqual([{ client: [], session: [] }, { key: [] }])
  expect(paths['/devices'].get.security).toBeUndefined()
  expect(paths['/uplink'].post.security).toEqual([{ device: [] }])
  expect(paths['/build'].get.security).toEqual([{ client: [] }])
})

test('two calls that differ only in the name of a parameter share a path, and the second keeps its own name', () => {
  const { paths } = resolveReferences(JSON.parse(text))
  const path = paths['/devices/{device_id}/ports/{device_ports_id}']
  expect(Object.keys(path).length).toBeGreaterThan(1)
  expect(paths['/devices/{device_id}/ports/{port_number}']).toBeUndefined()
  const parameters = Object.values<{ parameters: object[] }>(path).flatMap(
    (operation) => operation.parameters,
  )
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'device_ports_id', description: 'port_number' }),
  )
})
