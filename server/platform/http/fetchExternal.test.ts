import dns from 'node:dns'
import { Agent, createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fetchExternal } from './fetchExternal.ts'

let inside: Server
let requests = 0
beforeAll(async () => {
  inside = createServer((_, reply) => {
    requests += 1
    reply.end('secret')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void inside.close())
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const get = (host: string, isPrivateAllowed = false) =>
  fetchExternal(`http://${host}:${(inside.address() as AddressInfo).port}/`, {
    timeout: 20_000,
    isPrivateAllowed,
  })

test.each([
  '127.0.0.1',
  'localhost',
  'printer.localhost',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '172.16.5.5',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fe80::1]',
  '[fd00::1]',
])('%s is not requested', async (host) => {
  await expect(get(host)).rejects.toThrow(/private network/)
  expect(requests).toBe(0)
})

test('it is, where private addresses are allowed', async () => {
  const response = await get('127.0.0.1', true)
  response.resume()
  expect(response.statusCode).toBe(200)
})

test('a name is checked by the look-up that connects, each time, also for connections that are reused', async () => {
  const addresses = ['127.0.0.1', '10.0.0.1']
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, found: any) =>
    found(null, [{ address: addresses.shift(), family: 4 }])) as never)
  syncBuiltinESMExports()
  const agent = new Agent({ keepAlive: true })
  const post = () =>
    fetchExternal('http://rebind.example:9/', { timeout: 5_000, isPrivateAllowed: false, agent, body: '{}' })
  await expect(post()).rejects.toThrow('private network')
  await expect(post()).rejects.toThrow('private network')
  expect(addresses).toEqual([])
})
