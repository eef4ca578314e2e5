import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './product.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
/** The folder alone does not prove a server: Debian's package of the client programs has it too. */
export const hasPostgres15 = fs.existsSync(path.join(BINARIES, 'initdb'))

export interface Postgres15 {
  connection: { host: string; port: number; user: string; database: string }
  /** Stops every process of it, like a machine that hangs. */
  freeze: () => void
  thaw: () => void
  /** A full backup, like a nightly one. */
  dump: () => ChildProcess
  /** Starts a standby that follows this one and takes reads. */
  follow: () => Promise<Postgres15>
  /** Promotes a standby to the primary. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

const NOBODY = 65534

/** An empty PostgreSQL 15 of Debian, on its own port. */
export async function startPostgres15(folder: string): Promise<Postgres15> {
  const data = path.join(folder, 'pg15')
  fs.mkdirSync(data, { recursive: true })
  fs.chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) fs.chownSync(data, NOBODY, NOBODY)
  execFileSync(
    ...asNobody('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']),
    {
      cwd: '/',
      stdio: 'ignore',
    },
  )
  return run(data)
}

/** Starts the cluster in a folder. */
async function run(data: string): Promise<Postgres15> {
  const port = await freePort()
  const [command, args] = asNobody('postgres', [
    ...['-D', data, '-p', String(port), '-k', data],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
  ])
  const child = spawn(command, args, { cwd: '/', stdio: 'ignore' })
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  await untilItAnswers(connection)
  const all = () => [child.pid!, ...childrenOf(child.pid!)]
  const signalTo = (signal: NodeJS.Signals) => {
    for (const pid of all()) process.kill(pid, signal)
  }
  return {
    connection,
    freeze: () => signalTo('SIGSTOP'),
    thaw: () => signalTo('SIGCONT'),
    dump: () =>
      spawn(
        path.join(BINARIES, 'pg_dump'),
        ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'postgres'],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      ),
    follow: () => {
      const copy = `${data}-${port}`
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      fs.mkdirSync(copy, { mode: 0o700 })
      if (process.getuid?.() === 0) fs.chownSync(copy, NOBODY, NOBODY)
      execFileSync(...asNobody('pg_basebackup', [...from, '-D', copy, '-R', '-c', 'fast']), {
        cwd: '/',
        stdio: 'ignore',
      })
      return run(copy)
    },
    promote: async () => {
      const client = new pg.Client(connection)
      await client.connect()
      await client.query('select pg_promote()')
      await client.end()
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root. */
function asNobody(name: string, args: string[]): [command: string, args: string[]] {
  const command = path.join(BINARIES, name)
  if (process.getuid?.() !== 0) return [command, args]
  return ['/usr/bin/setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]]
}

async function untilItAnswers(connection: pg.ClientConfig): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch {
      await pause(100)
    }
  }
  throw new Error('PostgreSQL 15 does not answer')
}

/** Each process of PostgreSQL is a separate group: they are found by their parent. */
function childrenOf(parent: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
