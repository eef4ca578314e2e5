// Longer than others on purpose: all parts of a cluster are started, stopped and broken together, in their order.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { freePort, type Product, startProduct } from '../endurance/product.ts'
import { until } from '../endurance/storm.ts'

const NODES = ['one', 'two', 'three'] as const
export type Node = (typeof NODES)[number]
const DEPLOY = path.join(projectRoot, 'deploy/cluster')
const NOBODY = 65534
const PASSWORD = 'of-the-cluster'

export interface Cluster {
  /** The URL for users and devices. */
  web: string
  broker: string
  /** The environment variables of a server. */
  environment: (server: 'one' | 'two') => Record<string, string>
  /** Starts a server of this release, or of the release in another folder. */
  startServer: (server: 'one' | 'two', root?: string) => Promise<Product>
  /** Queries the primary on a connection of its own; undefined while there is none. */
  ask: (text: string, values?: unknown[]) => Promise<any[] | undefined>
  primary: () => Promise<Node | undefined>
  /** Cuts the power of a database node. */
  killNode: (node: Node) => Promise<void>
  startNode: (node: Node) => void
  /** Freezes two of the three etcd members that keep the leader's key. */
  loseMajority: () => void
  regainMajority: () => void
  restartBroker: () => Promise<void>
  /** The folder of everything, logs included. */
  folder: string
  /** Keeps the folder at the end for debugging. */
  keep: () => void
  close: () => Promise<void>
}

/** Starts three PostgreSQL 15 under Patroni, etcd, HAProxy and a broker, by the files of `deploy/cluster`, each as a process. */
export async function startCluster(): Promise<Cluster> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-cluster-'))
  fs.chmodSync(folder, 0o755)
  const ports = await distinctPorts(6 + 6 + 4 + 1)
  const [etcdPeers, etcdClients] = [ports.slice(0, 3), ports.slice(3, 6)]
  const [postgres, patroni] = [ports.slice(6, 9), ports.slice(9, 12)]
  const [databasePort, webPort, serverOne, serverTwo, brokerPort] = ports.slice(12) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const here = (port: number) => `127.0.0.1:${port}`
  const children = new Map<string, ChildProcess>()

  function start(name: string, command: string, args: string[], environment: Record<string, string> = {}) {
    const log = fs.openSync(path.join(folder, `${name}.log`), 'a')
    const asRoot = process.getuid?.() === 0 && !['haproxy', 'mosquitto'].includes(name)
    const all = asRoot
      ? ['/usr/bin/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]
      : [command, ...args]
    const child = spawn(all[0]!, all.slice(1), {
      cwd: folder,
      // A process group of its own: its children die with it.
      detached: true,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: folder, ...environment },
      stdio: ['ignore', log, log],
    })
    fs.closeSync(log)
    children.set(name, child)
  }
  const folderOf = (name: string) => {
    const made = path.join(folder, name)
    fs.mkdirSync(made, { recursive: true, mode: 0o700 })
    if (process.getuid?.() === 0) fs.chownSync(made, NOBODY, NOBODY)
    return made
  }

  const inherited = Object.fromEntries(
    fs
      .readFileSync(path.join(DEPLOY, 'etcd.env'), 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split('=') as [string, string]),
  )
  for (const [index, name] of NODES.entries()) {
    start(`etcd-${name}`, '/usr/bin/etcd', [], {
      ...inherited,
      ETCD_NAME: name,
      ETCD_DATA_DIR: folderOf(`etcd-${name}`),
      ETCD_INITIAL_CLUSTER: NODES.map((one, at) => `${one}=http://${here(etcdPeers[at]!)}`).join(','),
      ETCD_LISTEN_PEER_URLS: `http://${here(etcdPeers[index]!)}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${here(etcdPeers[index]!)}`,
      ETCD_LISTEN_CLIENT_URLS: `http://${here(etcdClients[index]!)}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${here(etcdClients[index]!)}`,
    })
  }

  const startNode = (name: Node) => {
    const index = NODES.indexOf(name)
    start(`patroni-${name}`, '/usr/bin/patroni', [path.join(DEPLOY, 'patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcdClients.map(here).join(','),
      PATRONI_RESTAPI_LISTEN: here(patroni[index]!),
      PATRONI_RESTAPI_CONNECT_ADDRESS: here(patroni[index]!),
      PATRONI_POSTGRESQL_LISTEN: here(postgres[index]!),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: here(postgres[index]!),
      PATRONI_POSTGRESQL_DATA_DIR: path.join(folderOf(`postgres-${name}`), 'data'),
      PATRONI_POSTGRESQL_PGPASS: path.join(folderOf(`postgres-${name}`), 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    })
  }
  for (const name of NODES) startNode(name)

  const startBroker = () => start('mosquitto', '/usr/sbin/mosquitto', ['-c', brokerFile])
  const brokerFile = path.join(folder, 'mosquitto.conf')
  fs.writeFileSync(
    brokerFile,
    [
      fs.readFileSync(path.join(DEPLOY, 'mosquitto.conf'), 'utf8'),
      `listener ${brokerPort} 127.0.0.1`,
      'allow_anonymous true',
      `user ${os.userInfo().username}`,
      `persistence_location ${folder}/`,
    ].join('\n'),
  )
  startBroker()
  const named = (kind: string, values: readonly (string | number)[]) =>
    Object.fromEntries(
      values.map((value, index) => [`${kind}_${NODES[index]!.toUpperCase()}`, String(value)]),
    )
  start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', path.join(DEPLOY, 'haproxy.cfg')], {
    DATABASE_LISTEN: here(databasePort),
    WEB_LISTEN: here(webPort),
    ...named('DATABASE', postgres.map(here)),
    ...named('PATRONI', patroni),
    ...named('SERVER', [here(serverOne), here(serverTwo)]),
  })

  const primary = async (): Promise<Node | undefined> => {
    const isPrimary = await Promise.all(
      patroni.map((port) =>
        fetch(`http://${here(port)}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return NODES[isPrimary.indexOf(true)]
  }
  const question = async (connectionString: string, text: string, values?: unknown[]) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 20_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows
    } catch {
      return undefined
    } finally {
      client.end().catch(() => {})
    }
  }
  const servers: Product[] = []
  let isKept = false
  const tell = (name: string, signal: NodeJS.Signals) => {
    try {
      process.kill(-children.get(name)!.pid!, signal)
    } catch {
      // It has ended.
    }
  }
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = children.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    tell(name, signal)
    await ended
  }
  const close = async () => {
    for (const [index, { process: server, ended, output }] of servers.entries()) {
      server.kill('SIGKILL')
      await ended
      fs.writeFileSync(path.join(folder, `server-${index}.log`), output())
    }
    for (const name of NODES) {
      tell(`etcd-${name}`, 'SIGCONT')
      await end(`patroni-${name}`, 'SIGKILL')
      for (const pid of processesIn(path.join(folder, `postgres-${name}`))) endNow(pid)
    }
    for (const name of children.keys()) await end(name, 'SIGKILL')
    if (!isKept) fs.rmSync(folder, { recursive: true, force: true })
  }

  const asOwner = `postgres://postgres:${PASSWORD}@${here(databasePort)}`
  try {
    await bringUp()
  } catch (error) {
    await close()
    throw error
  }
  async function bringUp(): Promise<void> {
    await until('there is a primary', 90_000, async () =>
      Boolean(await question(`${asOwner}/postgres`, 'select')),
    )
    await question(`${asOwner}/postgres`, `create role ullage login password '${PASSWORD}'`)
    await question(`${asOwner}/postgres`, 'create database ullage owner ullage template template0')
    await until('there are two standbys', 90_000, async () => {
      const rows = await question(
        `${asOwner}/postgres`,
        `select from pg_stat_replication where state = 'streaming'`,
      )
      return rows?.length === 2
    })
  }

  const asServer = (hosts: string) => `postgres://ullage:${PASSWORD}@${hosts}/ullage`
  const all = asServer(postgres.map(here).join(','))
  const environment = (server: 'one' | 'two') => ({
    PORT: String(server === 'one' ? serverOne : serverTwo),
    SERVER_NAME: server,
    // Both ways to the primary are tested: by the proxy, and by the names of all nodes.
    DATABASE_URL: server === 'one' ? asServer(here(databasePort)) : `${all}?target_session_attrs=read-write`,
    DATABASE_READ_URL: `${all}?target_session_attrs=standby`,
    DATABASE_POOL: '8',
    MQTT_URL: `mqtt://${here(brokerPort)}`,
    SEAL_KEY: Buffer.alloc(32).toString('base64'),
    METRICS_TOKEN: 'metrics-of-the-cluster',
    TRUST_PROXY: '1',
    CALLS_OF_ACCOUNT: '0',
    CALLS_OF_ADDRESS: '0',
    LOG_LEVEL: 'warn',
  })
  return {
    web: `http://${here(webPort)}`,
    broker: `mqtt://${here(brokerPort)}`,
    folder,
    keep: () => {
      isKept = true
      process.stdout.write(`the logs are in ${folder}\n`)
    },
    environment,
    startServer: async (server, root) => {
      const product = await startProduct(environment(server), 'start', root)
      servers.push(product)
      return product
    },
    ask: (text, values) => question(`${asOwner}/ullage`, text, values),
    primary,
    killNode: async (node) => {
      // PostgreSQL makes its processes groups of their own: they are found by their data folder.
      await end(`patroni-${node}`, 'SIGKILL')
      for (const pid of processesIn(path.join(folder, `postgres-${node}`))) endNow(pid)
    },
    startNode,
    loseMajority: () => {
      for (const name of NODES.slice(1)) tell(`etcd-${name}`, 'SIGSTOP')
    },
    regainMajority: () => {
      for (const name of NODES.slice(1)) tell(`etcd-${name}`, 'SIGCONT')
    },
    restartBroker: async () => {
      await end('mosquitto', 'SIGTERM')
      startBroker()
    },
    close,
  }
}

/** The processes that work in a folder or below it. */
function processesIn(folder: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Kills a process that may have ended since it was found. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Distinct free ports. */
async function distinctPorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) found.add(await freePort())
  return [...found]
}
