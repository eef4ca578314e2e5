import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../scripts/build.mjs'
import { isReady } from '../scripts/demoServer.mjs'
import type { Clock } from './clock.ts'

export const ADMINISTRATOR = { username: 'owner@world.example', password: 'Gauge#4711x' }

/** Looks in a row that must find nothing under way, and ms between them: longer than a waiting process takes to notice a leap. */
const QUIET_LOOKS = 3
const BETWEEN_LOOKS = 30

/** The product, started as `npm start` does, with an empty database of its own. */
export class Product {
  private constructor(
    private readonly server: ChildProcess,
    private readonly database: pg.Client,
    readonly address: string,
    readonly mqttPort: number,
    readonly folder: string,
  ) {}

  /** Starts it in `folder` and waits until it answers. */
  static async start({
    port,
    folder,
    clock,
  }: {
    port: number
    folder: string
    clock: Clock
  }): Promise<Product> {
    const address = `http://127.0.0.1:${port}`
    if (await isReady(address)) throw new Error(`Another server answers at ${address}; stop it first.`)
    const data = path.join(folder, 'data')
    const log = fs.openSync(path.join(folder, 'server.log'), 'a')
    const server = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        ...clock.environment,
        ...{ PORT: String(port), MQTT_PORT: String(port + 1), DATA_DIR: data, PUBLIC_URL: address },
        ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
        // All inhabitants call from one address, and their time passes a hundred times as fast as that of the limits.
        ...{ CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0', LOG_LEVEL: 'warn' },
      },
      stdio: ['ignore', log, log],
    })
    for (let attempt = 0; !(await isReady(address)); attempt++) {
      if (server.exitCode !== null)
        throw new Error(`The product ended while it started; see ${folder}/server.log.`)
      if (attempt > 3000) {
        server.kill('SIGTERM')
        throw new Error('The product was not ready within five minutes.')
      }
      await pause(100)
    }
    const database = new pg.Client({
      host: path.join(data, 'run'),
      user: 'postgres',
      password: fs.readFileSync(path.join(data, 'database.password'), 'utf8'),
    })
    await database.connect()
    return new Product(server, database, address, port + 1, folder)
  }

  /**
   * Waits until nothing is in flight: no statement runs, and no thread of the server computes or waits for a processor. What is still
   * under way when the clock leaps would seem to have taken long.
   */
  async untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      await pause(BETWEEN_LOOKS)
      if (this.hasEnded) throw new Error(`The product ended; see ${this.folder}/server.log.`)
      quiet = !this.isComputing() && (await this.statementsUnderWay()) === 0 ? quiet + 1 : 0
    }
  }

  /** What the server wrote of itself that is worse than information, each once, with how often. */
  complaints(): Map<string, number> {
    const found = new Map<string, number>()
    for (const line of fs.readFileSync(path.join(this.folder, 'server.log'), 'utf8').split('\n')) {
      if (!line.startsWith('{')) continue
      const { task = '', msg, err } = JSON.parse(line)
      const says = `${msg} ${task} ${err?.message ?? ''}`
      found.set(says, (found.get(says) ?? 0) + 1)
    }
    return found
  }

  async stop(): Promise<void> {
    await this.database.end()
    const ended = new Promise((resolve) => this.server.once('exit', resolve))
    this.server.kill('SIGTERM')
    await ended
  }

  get hasEnded(): boolean {
    return this.server.exitCode !== null
  }

  private async statementsUnderWay(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows[0]!.count
  }

  private isComputing(): boolean {
    const threads = `/proc/${this.server.pid}/task`
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
}
