import type pg from 'pg'
import { startServer } from '#server/app/server.ts'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import type { LargeFleet } from './largeFleet/openLargeFleet.ts'
import { ACCOUNTS, type PlanCase, planCases } from './plans/cases.ts'
import { type Explained, explain, type Statement } from './plans/explain.ts'

/** The result of a case: the statement that reads its page, and the one that counts; undefined if one took too long. */
export interface PlannedCase extends PlanCase {
  page: Explained | undefined
  count: Explained | undefined
}

export interface PlansRun {
  cases: PlannedCase[]
  devices: number
}

/** Explains how the database reads the lists: every sort and filter of every kind that grows. */
export async function benchPlans(
  { product, devices }: LargeFleet,
  { quick, only }: { quick: boolean; only: RegExp },
): Promise<PlansRun> {
  const config = readConfig({ PORT: '0', MQTT_PORT: '0', CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0' })
  const log = openLog('error')
  const server = await startServer({
    config,
    connection: product,
    log,
    buildVersion: 'bench',
    withSchedule: false,
  })
  const technician = `technician@test.example`
  await server.pool.query(
    `update accounts set limit_devices = '{1,2,3}' where user_id = (select user_id from users where username = $1)`,
    [technician],
  )
  const recorder = recordStatements(server.pool)
  const client = await recorder.connect()
  const cases: PlannedCase[] = []
  const all = planCases()
    .filter(({ kind, account, query }) => only.test(`${query} of ${kind} for ${account}`))
    .filter((_, index) => !quick || index % 40 === 0)
  for (const item of all) {
    recorder.statements.length = 0
    await server.app.inject({
      url: item.path,
      headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(ACCOUNTS[item.account])}` },
    })
    const { page, count } = partsOf(recorder.statements)
    // A list that an account may not read has no plan; one that took the server too long still has its statements.
    if (!page) continue
    cases.push({
      ...item,
      page: await explain(client, page),
      count: count && (await explain(client, count)),
    })
    if (cases.length % 100 === 0) console.log(`${cases.length} of ${all.length} lists`)
  }
  client.release()
  recorder.stop()
  await server.close()
  return { cases, devices }
}

/** The statement that reads a page of rows, and the one that counts them all, if it is separate. */
function partsOf(statements: readonly Statement[]): { page?: Statement; count?: Statement } {
  const page = statements.find(({ text }) => /order by[\s\S]*limit \$?\d+/i.test(text))
  const count = statements.find(({ text }) => text !== page?.text && /count\(\*\)/i.test(text))
  return { ...(page && { page }), ...(count && { count }) }
}

/** Records every statement of a pool; `connect` is the pool's own. */
function recordStatements(pool: pg.Pool) {
  const statements: Statement[] = []
  const connect = pool.connect.bind(pool)
  const connectNoting = async () => {
    const client = await connect()
    const query = client.query.bind(client)
    client.query = (async (one: string | Statement, values?: unknown[]) => {
      const [text, its] = typeof one === 'string' ? [one, values ?? []] : [one.text, one.values]
      if (/^\s*(select|with)/i.test(text)) statements.push({ text, values: its })
      return query(one as string, values)
    }) as never
    const release = client.release.bind(client)
    client.release = (error) => {
      client.query = query as never
      client.release = release
      release(error)
    }
    return client
  }
  // The pool itself calls it with a callback; lists never do.
  pool.connect = ((callback?: never) => (callback ? connect(callback) : connectNoting())) as never
  return {
    statements,
    connect: () => connect() as Promise<pg.PoolClient>,
    stop: () => {
      pool.connect = connect as never
    },
  }
}
