import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { WrongSetting } from '../config.ts'
import { checkStandby } from './standby.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The warnings of a start with this address. */
async function warningsOf(address: string): Promise<string[]> {
  const warnings: string[] = []
  await checkStandby(address, { warn: (...entry: unknown[]) => warnings.push(String(entry.at(-1))) } as never)
  return warnings
}

/** The address of the test's own database, which is not a standby. */
function addressOf(database?: string): string {
  const { connectionString, host, user, password, database: own } = server.connection
  if (connectionString) {
    const url = new URL(connectionString)
    if (database) url.pathname = `/${database}`
    return url.href
  }
  return `postgres://${user}:${password}@/${database ?? own}?host=${encodeURIComponent(String(host))}`
}

test('an unreachable standby causes a warning, and so does a primary in its place', async () => {
  expect(await warningsOf('postgres://nobody@127.0.0.1:1/nothing')).toEqual([
    expect.stringContaining('DATABASE_READ_URL does not answer'),
  ])
  expect(await warningsOf(addressOf())).toEqual([expect.stringContaining('leads to a primary')])
})

test('an address that must be corrected ends the start', async () => {
  await expect(warningsOf(addressOf('no_such_database'))).rejects.toThrow(WrongSetting)
})
