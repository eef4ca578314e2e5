import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveReferences } from './testing/resolveReferences.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
let text: string
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://tanks.test' })
  text = (await server.app.inject({ method: 'GET', url: '/api/openapi.json' })).payload
}, 60_000)
afterAll(() => server.close())

test('the published document leaves nothing to object to', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
}, 60_000)

test('each of its operations has an id of its own, and tells each record once', () => {
  const { paths, components } = JSON.parse(text)
  const ids = Object.values<Record<string, { operationId: string }>>(paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(500)
  expect(new Set(ids).size).toBe(ids.length)
  const told = Object.values(components.schemas).map((schema) => JSON.stringify(schema))
  expect(new Set(told).size).toBe(told.length)
})

test('it is no larger than it must be, and repeats neither dates nor who may call', () => {
  expect(text.length).toBeLessThan(985_000)
  expect(/"format":"date(-time)?","pattern"/.test(text)).toBe(false)
  const { paths, security } = JSON.parse(text)
  expect(security).toEqual([{ client: [], session: [] }])
  expect(paths['/devices'].get.security).toBeUndefined()
  expect(paths['/uplink'].post.security).toEqual([{ device: [] }])
  expect(paths['/build'].get.security).toEqual([{ client: [] }])
})

test('two calls that differ in the name of a parameter only stand at one path, and the second tells its own name', () => {
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
