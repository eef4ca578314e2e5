import http from 'node:http'
import { type Benchmark, median, timed } from './measurement.ts'

export interface Compared {
  ours: number
  bare: number
}

type Row = Readonly<Record<string, unknown>>

interface Statement {
  text: string
  values: unknown[]
  /** Its result in the product's call. */
  rows: readonly Row[]
}

interface Rounds {
  rounds: number
  times: number
}

interface Sides {
  /** The product's call. */
  ours: () => Promise<unknown>
  /**
   * For values that cannot be written twice: called before each run of the bare handler, it returns the replacement of a parameter's value
   * in that run.
   */
  again?: () => (value: unknown) => unknown
  /** Work other than statements that both sides do. */
  besides?: (() => Promise<unknown>) | undefined
  sizes: Rounds
}

const agent = new http.Agent({ keepAlive: true })

/** Compares the product's call with a bare handler that runs the same statements and returns their rows as JSON, in turns. */
export async function compareWithBare(
  pool: Benchmark['server']['pool'],
  { ours, again = () => (value) => value, besides, sizes: { rounds, times } }: Sides,
): Promise<Compared> {
  const statements = await statementsOf(pool, ours)
  const bare = http.createServer((_, response) => {
    void Promise.resolve(besides?.())
      .then(() => run(pool, statements, again()))
      .then(
        (results) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(results)),
        (error: Error) => response.writeHead(500).end(error.message),
      )
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as { port: number }
  const [mine, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    mine.push(await timed(times, ours))
    floors.push(await timed(times, () => fetchBare(port)))
  }
  await new Promise((resolve) => bare.close(resolve))
  return { ours: median(mine), bare: median(floors) }
}

async function run(
  pool: Benchmark['server']['pool'],
  statements: readonly Statement[],
  again: (value: unknown) => unknown,
): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    const results: unknown[] = []
    const ids: Ids = new Map()
    const value = (one: unknown): unknown =>
      Array.isArray(one) ? one.map(value) : (ids.get(String(one)) ?? again(one))
    for (const { text, values = [], rows } of statements) {
      const result = await client.query(text, values.map(value))
      noteIds(ids, rows, result.rows)
      results.push(result.rows)
    }
    return results
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Ids that the database assigns, by the ids of the product's run: later statements refer to them. */
type Ids = Map<string, unknown>

function noteIds(ids: Ids, before: readonly Row[], now: readonly Row[]): void {
  for (const [index, row] of now.entries())
    for (const [name, id] of Object.entries(row)) {
      const first = before[index]?.[name]
      if (name.endsWith('id') && first != null && first !== id) ids.set(String(first), id)
    }
}

function fetchBare(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(String(Buffer.concat(chunks)))),
        )
      })
      .on('error', reject)
  })
}

/** The statements that a call sends to the database. */
async function statementsOf(
  pool: Benchmark['server']['pool'],
  call: () => Promise<unknown>,
): Promise<Statement[]> {
  await call()
  const statements: Statement[] = []
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => {
    const client = await connect()
    const query = client.query.bind(client)
    client.query = (async (text: string, values: unknown[]) => {
      const result = await query(text, values)
      if (typeof text === 'string') statements.push({ text, values, rows: result.rows })
      return result
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
