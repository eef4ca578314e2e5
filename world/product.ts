import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isReady, untilReady } from '../scripts/demoServer.mjs'
import type { Clock } from './clock.ts'

export const ADMINISTRATOR = { username: 'owner@world.example', password: 'Gauge#4711x' }

/** Consecutive checks that must find nothing in progress, and ms between them: longer than a waiting process takes to notice a leap. */
const QUIET_LOOKS = 3
const BETWEEN_LOOKS = 30

/** Offset of the second server's ports. */
const SECOND = 2

interface Options {
  port: number
  folder: string
  clock: Clock
  /** The mail server that it uses. */
  smtpUrl: string
  /** The folder of the release that it starts with. */
  release: string
}

/** The product, started as by `npm start`, with its own database. */
export class Product {
  private server!: ChildProcess
  private second: ChildProcess | undefined
  private database!: pg.Client
  private release: string
  /** The server that takes the next call, if there are two. */
  private turn = 0
  /** Whether it is away on purpose on a bad day. */
  isAway = false
  /** How far the log was read. What it says of a bad day is skipped. */
  private logRead = 0
  readonly mqttPort: number
  readonly folder: string
  private data: string
  /** The key that a restored product decrypts with; a new one makes its own. */
  private sealKey: string | undefined

  private constructor(private readonly options: Options) {
    this.release = options.release
    this.mqttPort = options.port + 1
    this.folder = options.folder
    this.data = path.join(options.folder, 'data')
  }

  /** Starts it and waits until it answers. */
  static async start(options: Options): Promise<Product> {
    const product = new Product(options)
    if (await isReady(product.address))
      throw new Error(`Another server answers at ${product.address}; stop it first.`)
    await product.launch()
    return product
  }

  /** The address of the next call: the running servers in turn. */
  get address(): string {
    return this.addressOf(this.second && this.turn++ % 2 === 0 ? SECOND : 0)
  }

  private addressOf(offset: number): string {
    return `http://127.0.0.1:${this.options.port + offset}`
  }

  private get environment(): NodeJS.ProcessEnv {
    const { port, clock, smtpUrl } = this.options
    return {
      PATH: process.env['PATH'],
      ...clock.environment,
      ...{ PORT: String(port), MQTT_PORT: String(port + 1) },
      ...{ DATA_DIR: this.data, PUBLIC_URL: this.addressOf(0) },
      ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
      // All inhabitants call from one address, and their time passes a hundred times as fast as that of the limits.
      ...{ CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0', LOG_LEVEL: 'warn' },
      SMTP_URL: smtpUrl,
      ...(this.sealKey && { SEAL_KEY: this.sealKey }),
    }
  }

  private async launch(): Promise<void> {
    this.server = this.spawnServer(this.environment)
    await untilReady(this.server, this.addressOf(0))
    this.database = new pg.Client(this.connection)
    // The next check notices its end.
    this.database.on('error', () => {})
    await this.database.connect()
  }

  private spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
    const log = fs.openSync(path.join(this.folder, 'server.log'), 'a')
    return spawn(process.execPath, ['scripts/run.mjs', 'start'], {
      ...{ cwd: this.release, env, stdio: ['ignore', log, log] as const },
    })
  }

  /** Starts a second server on the same database. From now on each takes every other call. */
  async joinSecond(): Promise<void> {
    const port = this.options.port + SECOND
    const { user, password, host } = this.connection
    const DATABASE_URL = `postgres://${user}:${password}@/postgres?host=${host}`
    const second = this.spawnServer({
      ...{ ...this.environment, PORT: String(port), MQTT_PORT: String(port + 1) },
      ...{ DATABASE_URL, SEAL_KEY: this.readSealKey() },
    })
    await untilReady(second, this.addressOf(SECOND))
    this.second = second
  }

  /** The second server leaves after finishing its work. */
  async leaveSecond(): Promise<void> {
    const { second } = this
    this.second = undefined
    if (second) await ended(second, 'SIGTERM')
  }

  /** Stops it, and starts another release on its data. */
  async upgrade(release: string): Promise<void> {
    this.isAway = true
    await this.stop()
    this.release = release
    await this.launch()
    this.readErrors()
    this.isAway = false
  }

  private get connection() {
    return {
      host: path.join(this.data, 'run'),
      user: 'postgres',
      password: fs.readFileSync(path.join(this.data, 'database.password'), 'utf8'),
    }
  }

  private readSealKey(): string {
    return fs.readFileSync(path.join(this.data, 'seal.key'), 'utf8').split('\n')[0]!
  }

  /** Kills the server, and in a power cut its database as well, and starts it again. */
  async killAndStart(what: 'server' | 'power'): Promise<void> {
    this.isAway = true
    if (what === 'power') process.kill(this.databasePid, 'SIGKILL')
    await ended(this.server, 'SIGKILL')
    await this.database.end().catch(() => {})
    await this.launch()
    this.readErrors()
    this.isAway = false
  }

  /** The errors that its servers have logged since the last call. */
  readErrors(): string[] {
    const log = fs.readFileSync(path.join(this.folder, 'server.log'), 'utf8')
    const lines = log.slice(this.logRead).split('\n')
    // The last line may be half written.
    this.logRead = log.length - lines.pop()!.length
    return lines.filter((line) => /^\{"level":[56]0,/.test(line))
  }

  /** Waits while it is away. */
  async untilBack(): Promise<void> {
    while (this.isAway) await pause(50)
  }

  /** Backs it up, and starts it on an empty database into which the backup was restored. */
  async backUpAndRestore(): Promise<void> {
    const file = path.join(this.folder, 'world.backup')
    await this.command('backup', file)
    await this.stop()
    this.sealKey = this.readSealKey()
    this.data = path.join(this.folder, 'restored')
    await this.command('restore', file)
    await this.launch()
  }

  private async command(name: 'backup' | 'restore', file: string): Promise<void> {
    const child = spawn(process.execPath, ['scripts/run.mjs', name, file], {
      ...{ cwd: this.release, env: this.environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`${name} ends with ${code}: ${output}`)
  }

  private get databasePid(): number {
    const folder = fs.readdirSync(this.data).find((name) => /^pg\d+$/.test(name))!
    return Number(fs.readFileSync(path.join(this.data, folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /**
   * Waits until nothing is in progress: no statement runs, and no thread of the server computes or waits for a processor. Work in progress
   * during a leap would seem to take long.
   */
  async untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      await pause(BETWEEN_LOOKS)
      await this.untilBack()
      if (this.hasEnded) throw new Error(`The product ended; see ${this.folder}/server.log.`)
      quiet = !this.isComputing() && (await this.statementsUnderWay()) === 0 ? quiet + 1 : 0
    }
  }

  async stop(): Promise<void> {
    await this.leaveSecond()
    await this.database.end().catch(() => {})
    await ended(this.server, 'SIGTERM')
  }

  get hasEnded(): boolean {
    return !this.isAway && hasExited(this.server)
  }

  private async statementsUnderWay(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows[0]!.count
  }

  private isComputing(): boolean {
    return [this.server, this.second].some((server) => server && hasThreadThatComputes(server))
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function ended(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasExited(server)) return
  const end = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await end
}

function hasThreadThatComputes({ pid }: ChildProcess): boolean {
  const threads = `/proc/${pid}/task`
  try {
    return fs.readdirSync(threads).some((thread) => {
      const stat = fs.readFileSync(path.join(threads, thread, 'stat'), 'utf8')
      return stat[stat.lastIndexOf(')') + 2] !== 'S'
    })
  } catch {
    // A thread ended meanwhile.
    return true
  }
}
