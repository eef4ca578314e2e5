import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { allCalls } from '../floors/allCalls.ts'
import type { MeasuredCall } from '../floors/measuredCall.ts'

/** The setup of a floor server. */
export interface FloorSetup {
  connection: pg.PoolConfig
  devices: number
}

// The floors in a separate process: a bare handler with the product's driver and a pool of its size, which knows the
// statement of every measured path. It validates and authorizes nothing.
process.once('message', async ({ connection, devices }: FloorSetup) => {
  const { pool, close } = openDatabase({ ...connection, max: readConfig({}).DATABASE_POOL })
  const known = new Map(
    allCalls(devices).flatMap((call, index) =>
      call.requests.map(({ path, values }) => [keyOf(path, call.account), { call, index, values }] as const),
    ),
  )
  const server = http.createServer((request, response) => {
    const found = known.get(keyOf(request.url, request.headers['x-account']))
    if (!found) return void response.writeHead(404).end()
    const { call, index, values } = found
    bodyOf(pool, call, `floor_${index}`, values).then(
      (body) => response.writeHead(200, headersOf(body)).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  process.once('disconnect', () => {
    server.closeAllConnections()
    void close().then(() => process.exit(0))
  })
})

function keyOf(path: string | undefined, account: string | string[] | undefined): string {
  return `${path} ${account}`
}

async function bodyOf(
  pool: pg.Pool,
  { text, answer }: MeasuredCall,
  name: string,
  values: readonly unknown[],
): Promise<string> {
  const { rows } = await pool.query({ name, text, values: values as unknown[] })
  const body = answer(rows)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function headersOf(body: string) {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
}
