// Deliberately long: all parts of a cluster are started, stopped and broken together, in their order.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort, type Product, startProduct } from '../endurance/product.ts'
import { until } from '../endurance/storm.ts'
import { prepareMachines } from './machines.ts'

const NODES = ['one', 'two', 'three'] as const
export type Node = (typeof NODES)[number]
const NOBODY = 65534

export interface Cluster {
  /** The URL for users and devices. */
  web: string
  broker: string
  /** Registers a device with the broker, as the documentation describes. */
  allowDevice: (name: string, key: string) => void
  /** Starts a server of this release, or of the release in another folder. */
  startServer: (server: 'one' | 'two', root?: string) => Promise<Product>
  /** Queries the primary on a dedicated connection; undefined while there is none. */
  ask: (text: string, values?: unknown[]) => Promise<any[] | undefined>
  primary: () => Promise<Node | undefined>
  /** Cuts the power of a database node. */
  killNode: (node: Node) => Promise<void>
  startNode: (node: Node) => void
  /** Freezes two of the three etcd members that hold the leader's key. */
  loseMajority: () => void
  regainMajority: () => void
  restartBroker: () => Promise<void>
  /** The folder of everything, logs included. */
  folder: string
  /** Keeps the folder at the end for debugging. */
  keepLogs: () => void
  close: () => Promise<void>
}

/**
 * Starts three PostgreSQL 15 under Patroni, etcd, HAProxy and a broker by the commands of docs/operations.md and the files of `deploy`,
 * each as a process. Needs root.
 */
export async function startCluster(): Promise<Cluster> {
  // The certificate of the page is the test's own.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-cluster-'))
  fs.chmodSync(folder, 0o755)
  const free = await distinctPorts(20)
  const ports = new Map<string, number>()
  const portOf = (address: string) => {
    if (!ports.has(address)) ports.set(address, free.pop()!)
    return ports.get(address)!
  }
  const here = (address: string) => `127.0.0.1:${portOf(address)}`
  const machines = prepareMachines(folder, portOf)
  const children = new Map<string, ChildProcess>()

  function start(name: string, command: string, args: string[], environment?: Record<string, string>) {
    const log = fs.openSync(path.join(folder, `${name}.log`), 'a')
    // HAProxy and mosquitto change their user themselves.
    const all = environment
      ? ['/usr/bin/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]
      : [command, ...args]
    const child = spawn(all[0]!, all.slice(1), {
      cwd: folder,
      // A separate process group: its children die with it.
      detached: true,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    })
    fs.closeSync(log)
    children.set(name, child)
  }

  for (const name of NODES) {
    machines.run('patroni.env', name)
    machines.makeFolder(name, 'var/lib/etcd', NOBODY)
    start(`etcd-${name}`, '/usr/bin/etcd', [], machines.environment(name, 'etc/default/etcd'))
  }
  const startNode = (name: Node) => {
    const HOME = machines.makeFolder(name, 'var/lib/postgresql', NOBODY)
    machines.makeFolder(name, 'var/lib/postgresql/15', NOBODY)
    const settings = machines.environment(name, 'etc/patroni_env.conf')
    start(`patroni-${name}`, '/usr/bin/patroni', [path.join(folder, name, 'etc/patroni/config.yml')], {
      ...settings,
      HOME,
    })
  }
  for (const name of NODES) startNode(name)

  machines.run('limits.conf', 'broker')
  const brokerFile = path.join(folder, 'broker/etc/mosquitto/mosquitto.conf')
  fs.copyFileSync('/etc/mosquitto/mosquitto.conf', brokerFile)
  for (const file of ['mosquitto.conf', 'conf.d/listeners.conf', 'conf.d/limits.conf']) {
    const whole = path.join('etc/mosquitto', file)
    fs.writeFileSync(path.join(folder, 'broker', whole), machines.read('broker', whole))
  }
  const { uid: mosquitto } = fs.statSync('/var/lib/mosquitto')
  for (const name of ['var/lib/mosquitto', 'var/log/mosquitto', 'run/mosquitto'])
    machines.makeFolder('broker', name, mosquitto)
  const startBroker = () => start('mosquitto', '/usr/sbin/mosquitto', ['-c', brokerFile])
  startBroker()

  machines.run('haproxy.cfg', 'proxy')
  const proxyFile = path.join(folder, 'proxy/etc/haproxy/haproxy.cfg')
  fs.writeFileSync(proxyFile, machines.read('proxy', 'etc/haproxy/haproxy.cfg'))
  start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', proxyFile])

  const primary = async (): Promise<Node | undefined> => {
    const isPrimary = await Promise.all(
      ['10.0.0.5', '10.0.0.6', '10.0.0.7'].map((address) =>
        fetch(`http://${here(`${address}:8008`)}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
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
  let keepsLogs = false
  const keepLogs = () => {
    keepsLogs = true
    process.stdout.write(`the logs are in ${folder}\n`)
  }
  const signalTo = (name: string, signal: NodeJS.Signals) => {
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
    signalTo(name, signal)
    await ended
  }
  const close = async () => {
    for (const [index, { process: server, ended, output }] of servers.entries()) {
      server.kill('SIGKILL')
      await ended
      fs.writeFileSync(path.join(folder, `server-${index}.log`), output())
    }
    for (const name of NODES) {
      signalTo(`etcd-${name}`, 'SIGCONT')
      await end(`patroni-${name}`, 'SIGKILL')
      for (const pid of processesIn(path.join(folder, name))) endNow(pid)
    }
    for (const name of children.keys()) await end(name, 'SIGKILL')
    if (!keepsLogs) fs.rmSync(folder, { recursive: true, force: true })
  }

  const asOwner = `postgres://postgres:${machines.secrets['SUPERUSER_PASSWORD']}@${here('10.0.0.10:5432')}`
  try {
    await bringUp()
  } catch (error) {
    keepLogs()
    await close()
    throw error
  }
  async function bringUp(): Promise<void> {
    await until('there is a primary', 180_000, async () =>
      Boolean(await question(`${asOwner}/postgres`, 'select')),
    )
    machines.run('create role', 'one')
    await until('there are two standbys', 180_000, async () => {
      const rows = await question(
        `${asOwner}/postgres`,
        `select from pg_stat_replication where state = 'streaming'`,
      )
      return rows?.length === 2
    })
  }

  for (const name of ['one', 'two']) machines.run('ullage.env', `server-${name}`)
  const environment = (server: 'one' | 'two') => {
    const file = path.join(folder, `server-${server}`, 'etc/ullage.env')
    // Both ways to the primary are tested: by the proxy, and by the names of all nodes.
    if (server === 'two')
      fs.writeFileSync(
        file,
        fs.readFileSync(file, 'utf8').replace(/^DATABASE_URL=.*\n#(?=DATABASE_URL=)/m, ''),
      )
    const settings = machines.environment(`server-${server}`, 'etc/ullage.env')
    return {
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(portOf(`${settings['HOST']}:${settings['PORT']}`)),
      DATABASE_POOL: '8',
      METRICS_TOKEN: 'metrics-of-the-cluster',
      CALLS_OF_ACCOUNT: '0',
      CALLS_OF_ADDRESS: '0',
      LOG_LEVEL: 'warn',
    }
  }
  return {
    web: `https://127.0.0.1:${portOf('10.0.0.10:443')}`,
    broker: `mqtts://127.0.0.1:${portOf('10.0.0.20:8883')}`,
    allowDevice: (name, key) => {
      machines.run('TEST-0001', 'broker', (line) => line.replace('TEST-0001', name).replace('$KEY', key))
      signalTo('mosquitto', 'SIGHUP')
    },
    folder,
    keepLogs,
    startServer: async (server, root) => {
      const product = await startProduct(environment(server), 'start', root)
      servers.push(product)
      return product
    },
    ask: (text, values) => question(`${asOwner}/ullage`, text, values),
    primary,
    killNode: async (node) => {
      // PostgreSQL puts its processes in separate groups: they are found by their data folder.
      await end(`patroni-${node}`, 'SIGKILL')
      for (const pid of processesIn(path.join(folder, node))) endNow(pid)
    },
    startNode,
    loseMajority: () => {
      for (const name of NODES.slice(1)) signalTo(`etcd-${name}`, 'SIGSTOP')
    },
    regainMajority: () => {
      for (const name of NODES.slice(1)) signalTo(`etcd-${name}`, 'SIGCONT')
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
