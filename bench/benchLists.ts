import http from 'node:http'
import { sql } from 'kysely'
import { get } from './call.ts'
import { type Bench, type Figure, median, timed } from './figure.ts'
import { makeFleet } from './fleet.ts'

/** Lists and single records against a bare handler that runs the same queries, and a map of the whole fleet. */
export async function benchLists({ server, quick }: Bench): Promise<Figure[]> {
  const count = quick ? 2000 : 100_000
  await makeFleet(server.db, count, 'LIST')
  await sql`insert into device_states (device_id, company_id, level, percent)
    select device_id, company_id, 'fine', 50 from devices on conflict do nothing`.execute(server.db)
  await sql`analyze devices, device_ports, device_states, port_states`.execute(server.db)
  const list = await compare(
    server,
    '/api/devices?page_size=25&status=active&search=yard%2099&sort=-public_id',
  )
  const { rows } = await sql<{ id: number }>`select max(device_id) as id from devices`.execute(server.db)
  const single = await compare(server, `/api/devices/${rows[0]!.id}`)
  const map = await timed(5, () => get(`http://127.0.0.1:${server.port}/api/devices/gps_coords?status=all`))
  const sizes = `${count.toLocaleString('en')} devices`
  return [
    ratioOf('devices list', `25 rows of ${sizes}, filtered, searched inside words, sorted`, list),
    ratioOf('a single device', sizes, single),
    {
      what: 'map of every position',
      sizes,
      measured: `${map.toFixed(0)} ms`,
      wanted: '≤ 400 ms',
      reached: map <= 400,
    },
  ]
}

interface Compared {
  ours: number
  bare: number
}

function ratioOf(what: string, sizes: string, { ours, bare }: Compared): Figure {
  const ratio = bare / ours
  return {
    what,
    sizes,
    measured: `${ours.toFixed(2)} ms`,
    floor: `${bare.toFixed(2)} ms`,
    ratio,
    wanted: '≥ 0.5',
    reached: ratio >= 0.5,
  }
}

/** Our call, and a bare handler that runs the statements our call ran and answers their rows as JSON, in turns. */
async function compare({ pool, port }: Bench['server'], url: string): Promise<Compared> {
  const statements = await statementsOf(pool, () => get(`http://127.0.0.1:${port}${url}`))
  const bare = http.createServer((_, answer) => {
    void (async () => {
      const results: unknown[] = []
      for (const { text, values } of statements) results.push((await pool.query(text, values)).rows)
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(results))
    })()
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(bare.address() as { port: number }).port}/`
  const ours: number[] = []
  const floors: number[] = []
  for (let round = 0; round < 9; round++) {
    ours.push(await timed(15, () => get(`http://127.0.0.1:${port}${url}`)))
    floors.push(await timed(15, () => get(address)))
  }
  await new Promise((resolve) => bare.close(resolve))
  return { ours: median(ours), bare: median(floors) }
}

interface Statement {
  text: string
  values: unknown[]
}

/** What a call sends to the database. */
async function statementsOf(
  pool: Bench['server']['pool'],
  call: () => Promise<unknown>,
): Promise<Statement[]> {
  await call()
  const statements: Statement[] = []
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => {
    const client = await connect()
    const query = client.query.bind(client)
    client.query = ((text: string, values: unknown[]) => {
      if (typeof text === 'string') statements.push({ text, values })
      return query(text, values)
    }) as never
    const release = client.release.bind(client)
    client.release = (error) => {
      client.query = query
      client.release = release
      release(error)
    }
    return client
  }) as never
  await call()
  pool.connect = connect as never
  return statements
}
