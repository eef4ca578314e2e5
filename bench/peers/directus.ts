import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { benchFolder } from '../largeFleet/openLargeFleet.ts'
import type { StartedServer } from '../servers/startServers.ts'

/**
 * The peer, and a Node that can run it: both come from npm, into a folder of the benchmarks, on their first use. The product does not
 * depend on them. Directus is under the Monospace Sustainable Core License 1.0 (`MSCL-1.0-GPL`): it is run here to be measured, and neither
 * changed nor distributed.
 */
const DIRECTUS = '12.4.0'
const NODE = '22.23.3'

const folder = path.join(benchFolder, 'peers')
const nodeFolder = path.join(
  folder,
  `node-${NODE}`,
  'node_modules',
  `node-${process.platform}-${process.arch}`,
)
const directusFolder = path.join(folder, `directus-${DIRECTUS}`)
const cli = path.join(directusFolder, 'node_modules/directus/cli.js')

const TOKEN = 'bench-token'

/** The name of the peer in the report. */
export const PEER = `Directus ${DIRECTUS}`

/** Headers of each call: its administrator, who may see everything. */
export const peerHeaders = { authorization: `Bearer ${TOKEN}` }

/** Starts the peer on the product's own tables, which it reads unchanged; its own tables are added to them. */
export async function startDirectus(connection: pg.PoolConfig): Promise<StartedServer> {
  install()
  const port = await freePort()
  const env = environment(connection, port)
  const prepared = spawnSync(path.join(nodeFolder, 'bin/node'), [cli, 'bootstrap'], { env, encoding: 'utf8' })
  if (prepared.status !== 0)
    throw new Error(`${PEER} could not be prepared: ${prepared.stdout}${prepared.stderr}`)
  const child = spawn(path.join(nodeFolder, 'bin/node'), [cli, 'start'], { env, stdio: 'ignore' })
  await untilItAnswers(child, port)
  return {
    port,
    pid: child.pid!,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Installed once: it takes minutes, as one of its packages is compiled for this Node. */
function install(): void {
  npmInstall(
    path.join(folder, `node-${NODE}`),
    `node-${process.platform}-${process.arch}@${NODE}`,
    process.env,
  )
  npmInstall(directusFolder, `directus@${DIRECTUS}`, {
    ...process.env,
    PATH: `${path.join(nodeFolder, 'bin')}${path.delimiter}${process.env['PATH']}`,
    // Headers of that Node, not of the one that runs the benchmark.
    npm_config_nodedir: nodeFolder,
  })
}

function npmInstall(into: string, what: string, env: NodeJS.ProcessEnv): void {
  const done = path.join(into, 'installed.txt')
  if (fs.existsSync(done)) return
  fs.mkdirSync(into, { recursive: true })
  console.log(`Installing ${what} into ${into} …`)
  const args = ['install', '--prefix', into, '--no-save', '--no-audit', '--no-fund', what]
  const { status, stderr } = spawnSync('npm', args, { cwd: into, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${what} could not be installed: ${stderr}`)
  fs.writeFileSync(done, what)
}

function environment(connection: pg.PoolConfig, port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DB_CLIENT: 'pg',
    DB_HOST: connection.host,
    DB_PORT: String(connection.port ?? 5432),
    DB_DATABASE: connection.database,
    DB_USER: String(connection.user),
    DB_PASSWORD: String(connection.password),
    // As many connections as the product takes.
    DB_POOL__MAX: String(readConfig({}).DATABASE_POOL),
    HOST: '127.0.0.1',
    PORT: String(port),
    KEY: 'bench',
    SECRET: 'a secret of the benchmark',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'bench-password-1',
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`${PEER} ended with ${child.exitCode}.`)
    const response = await fetch(`http://127.0.0.1:${port}/server/ping`).catch(() => undefined)
    if (response?.status === 200) return
    await pause(200)
  }
  throw new Error(`${PEER} did not answer within two minutes.`)
}
