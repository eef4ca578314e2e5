import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DatabaseProxy, startProxy, throughProxy } from '#server/app/testing/startProxy.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openDatabase } from './database.ts'
import { waitForDatabase } from './waitForDatabase.ts'

let server: TestServer
let proxy: DatabaseProxy
beforeAll(async () => {
  server = await startTestServer()
  proxy = await startProxy(server.connection)
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

test('a database that does not respond yet is waited for, with one line in the log', async () => {
  const { pool, close } = openDatabase(throughProxy(proxy, server.connection, inject('connection')))
  await proxy.goAway()
  const warnings: string[] = []
  const waiting = waitForDatabase(pool, {
    warn: (text: string) => {
      warnings.push(text)
      // It answers some attempts later.
      setTimeout(() => void proxy.comeBack(), 350)
    },
  })
  await waiting
  expect(warnings).toEqual(['the database takes long to answer: this machine has much to do. Waiting …'])
  await close()
})

test('an error that the database answers with is not a reason to wait', async () => {
  const { pool, close } = openDatabase({ ...server.connection, options: '-c nothing_is_called_so=1' })
  await expect(waitForDatabase(pool, { warn: () => {} })).rejects.toThrow('nothing_is_called_so')
  await close()
})
