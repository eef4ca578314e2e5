import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { ADMINISTRATOR, type Product } from '../endurance/product.ts'
import { until } from '../endurance/storm.ts'
import { type ClusterLoad, startClusterLoad } from './clusterLoad.ts'
import { type Cluster, startCluster } from './startCluster.ts'

/** Takes minutes and installs packages: `npm run test:cluster`. */
const isEnabled = Boolean(process.env['CLUSTER_TESTS'])
/** Deadline (ms) that only a hang misses, also on a machine that does other work. docs/scale.md has the usual times. */
const DEADLINE_MS = 120_000
const WITHOUT_MAJORITY_MS = 20_000
/** Devices that fall silent in each disaster: each is reported once. */
const SILENT = 100

describe.skipIf(!isEnabled)('a cluster under load', () => {
  let cluster: Cluster
  let load: ClusterLoad
  const servers = {} as Record<'one' | 'two', Product>

  beforeAll(async () => {
    cluster = await startCluster()
    Object.assign(process.env, ADMINISTRATOR)
    servers.one = await cluster.startServer('one')
    servers.two = await cluster.startServer('two')
    for (const { process: server, output } of Object.values(servers))
      expect(server.exitCode, output()).toBeNull()
    await until('the proxy has found the servers', DEADLINE_MS, () =>
      fetch(`${cluster.web}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    load = await startClusterLoad(cluster)
    await calm()
  }, 400_000)
  afterAll(async () => {
    await load?.stop()
    await cluster?.close()
  }, 120_000)
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') cluster.keepLogs()
  })

  /** Waits until both transports store records, people read and write, and both servers read from a standby. */
  async function calm(): Promise<void> {
    const of = ['http', 'mqtt', 'read', 'write'] as const
    const before = of.map(load.answers)
    let storedBefore: number | undefined
    await until('everybody is answered', DEADLINE_MS, () =>
      of.every((item, index) => load.answers(item) > before[index]! + 3),
    )
    await until('what the broker takes is stored', DEADLINE_MS, async () => {
      const stored = await storedByMqtt()
      storedBefore ??= stored
      return stored !== undefined && stored > (storedBefore ?? stored)
    })
    for (const name of ['one', 'two'] as const)
      await until(`server ${name} reads from a standby`, DEADLINE_MS, () => readsFromStandby(servers[name]))
  }

  /** Undefined while there is no primary. */
  async function storedByMqtt(): Promise<number | undefined> {
    const rows = await cluster.ask('select count(*)::int as count from readings where device_id = any($1)', [
      load.devicesOf('mqtt'),
    ])
    return rows?.[0].count
  }

  async function readsFromStandby({ url }: Product): Promise<boolean> {
    const headers = { authorization: 'Bearer metrics-of-the-cluster' }
    const text = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.text(),
      () => '',
    )
    const age = /^ullage_standby_age_seconds (\S+)$/m.exec(text)?.[1]
    return age !== undefined && Number(age) < 10
  }

  /** Stops a server, waits until the other one serves all callers, and restarts it, from the release in a folder if one is passed. */
  async function restart(name: 'one' | 'two', signal: NodeJS.Signals, root?: string): Promise<void> {
    const of = ['http', 'read', 'write'] as const
    servers[name].process.kill(signal)
    await servers[name].ended
    const before = of.map(load.answers)
    await until('the other one answers everybody', DEADLINE_MS, () =>
      of.every((item, index) => load.answers(item) > before[index]! + 20),
    )
    servers[name] = await cluster.startServer(name, root)
    expect(servers[name].process.exitCode, servers[name].output()).toBeNull()
    await calm()
  }

  /** Creates devices that will be found silent a few seconds from now. */
  async function fallSilent(name: string): Promise<void> {
    await cluster.ask(
      `with fleet as (
         insert into devices (public_id, label, company_id, device_type_id, mobile_provider_id)
         select 'SILENT-${name}-' || n, 'Silent ' || n, company_id, device_type_id, mobile_provider_id
         from devices, generate_series(1, ${SILENT}) n where public_id = 'CLUSTER-http-0'
         returning device_id, company_id)
       insert into device_states (device_id, company_id, last_at, due_at)
       select device_id, company_id, now() - interval '2 hours', now() + interval '3 seconds' from fleet
       on conflict (device_id) do update set last_at = excluded.last_at, due_at = excluded.due_at`,
    )
  }

  test('survives the death of the primary, and can be read in the meantime', async () => {
    const dead = (await cluster.primary())!
    await fallSilent('primary')
    load.forget('the primary died')
    const startedAt = performance.now()
    await cluster.killNode(dead)
    let readMeanwhile = 0
    await until('there is a new primary', DEADLINE_MS, async () => {
      readMeanwhile = load.answers('read')
      return (await cluster.primary()) !== undefined
    })
    const replaced = Math.round(performance.now() - startedAt)
    await calm()
    report(`the primary died: a new one after ${replaced} ms, ${readMeanwhile} read meanwhile`)
    expect(readMeanwhile).toBeGreaterThan(10)
    expect(load.longestGap('read')).toBeLessThan(load.longestGap('write'))
    cluster.startNode(dead)
    await until('the dead one follows again', DEADLINE_MS, async () => {
      const rows = await cluster.ask(`select from pg_stat_replication where state = 'streaming'`)
      return rows?.length === 2
    })
  }, 720_000)

  test.each(['one', 'two'] as const)(
    'survives the death of server %s',
    async (name) => {
      await fallSilent(`server-${name}`)
      load.forget(`server ${name} died`)
      await restart(name, 'SIGKILL')
      report(`server ${name} died`)
    },
    720_000,
  )

  test('survives 20 s without a majority of etcd', async () => {
    load.forget('etcd had no majority')
    const before = await cluster.primary()
    cluster.loseMajority()
    await pause(WITHOUT_MAJORITY_MS)
    cluster.regainMajority()
    await calm()
    report('etcd had no majority')
    expect(await cluster.primary()).toBe(before)
    expect(load.longestGap('http')).toBeLessThan(WITHOUT_MAJORITY_MS)
  }, 720_000)

  test('survives a restart of the broker', async () => {
    load.forget('the broker was restarted')
    await cluster.restartBroker()
    await calm()
    report('the broker was restarted')
  }, 720_000)

  test('is not disturbed by a rolling restart of the servers', async () => {
    load.forget('the servers were restarted')
    await fallSilent('restart')
    for (const name of ['one', 'two'] as const) await restart(name, 'SIGTERM')
    report('the servers were restarted')
  }, 720_000)

  test('is not disturbed by a rolling upgrade with a migration', async () => {
    const next = path.join(cluster.folder, 'next')
    for (const part of ['server', 'core', 'facts', 'db', 'package.json', 'tsconfig.base.json'])
      fs.cpSync(path.join(projectRoot, part), path.join(next, part), { recursive: true })
    for (const part of ['node_modules', 'web', 'dist'])
      if (fs.existsSync(path.join(projectRoot, part)))
        fs.symlinkSync(path.join(projectRoot, part), path.join(next, part))
    fs.writeFileSync(
      path.join(next, 'db/migrations/9999_expand.sql'),
      `alter table devices add column of_the_next_release text not null default 'new';
       alter table device_states add column of_the_next_release int;
       alter table tags add column of_the_next_release int;`,
    )
    load.forget('the product was upgraded')
    for (const name of ['one', 'two'] as const) await restart(name, 'SIGTERM', next)
    report('the product was upgraded')
    expect((await cluster.ask('select max(name) as name from migrations'))?.[0].name).toBe('9999_expand.sql')
  }, 720_000)

  test('has neither lost nor duplicated anything, signed no one out, and run each task once', async () => {
    await load.stop()
    const { records, tags } = load.acknowledged
    const missing = async () => {
      const rows = await cluster.ask(
        `select device_id, (extract(epoch from at) * 1000)::float8 as time from readings where device_id = any($1)`,
        [[...records.keys()]],
      )
      if (!rows) return ['the database does not answer']
      const found = new Set(rows.map(({ device_id, time }) => `${device_id} ${Math.round(time)}`))
      return [...records].flatMap(([device, times]) =>
        [...times].filter(([time]) => !found.has(`${device} ${time}`)).map(([, when]) => when),
      )
    }
    await expect.poll(missing, { timeout: 180_000, interval: 1_000 }).toEqual([])
    const counts = await cluster.ask(
      `select (select count(*)::int from readings where device_id = any($1)) as readings,
         (select coalesce(sum(count), 0)::int from readings_hourly where device_id = any($1)) as counted`,
      [[...records.keys()]],
    )
    expect(counts![0].counted).toBe(counts![0].readings)
    const stored = await cluster.ask(`select tag, count(*)::int as count from tags group by tag`)
    expect(stored!.filter(({ count }) => count !== 1)).toEqual([])
    const names = new Set(stored!.map(({ tag }) => tag))
    expect([...tags].filter((tag) => !names.has(tag))).toEqual([])
    expect(load.signedOut()).toBe(0)

    await until('all silent devices are reported', DEADLINE_MS, async () => {
      const rows = await cluster.ask(`select (select count(*)::int from events) as waiting,
        (select count(distinct device_id)::int from alerts where level = 'offline') as silent`)
      return rows?.[0].waiting < 5 && rows?.[0].silent >= 4 * SILENT
    })
    const twice = await cluster.ask(
      `select 'alert of ' || device_id as what from alerts where level = 'offline' group by device_id having count(*) > 1
       union all
       select 'opening of alert ' || alert_id from alert_events where event = 'opened' group by alert_id having count(*) > 1
       union all
       select 'mail of ' || min(mail_id) from mails group by receiver, subject, body having count(*) > 1`,
    )
    expect(twice).toEqual([])
    process.stdout.write(`${counts![0].readings} readings and ${tags.size} tags: none lost, none double\n`)
  }, 720_000)

  function report(what: string): void {
    const gaps = (['http', 'mqtt', 'read', 'write'] as const).map(
      (of) => `${of} ${Math.round(load.longestGap(of))} ms`,
    )
    process.stdout.write(`${what}: the longest time without an answer: ${gaps.join(', ')}\n`)
  }
})
