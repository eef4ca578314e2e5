import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTestFolder } from './testFolder.mjs'

const BIN = '/usr/lib/postgresql/15/bin'
/** PostgreSQL refuses to run as root; Debian's package has this user. */
const isRoot = process.getuid?.() === 0

/** Runs work against a temporary PostgreSQL 15 on a free port of this machine. */
export async function withPostgres15(work) {
  const folder = makeTestFolder('ullage-pg15')
  fs.chmodSync(folder, 0o755)
  const data = path.join(folder, 'data')
  const port = 20_000 + (process.pid % 20_000)
  if (isRoot) spawnSync('chown', ['postgres:postgres', folder])
  const initialized = as('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  if (initialized.status !== 0) throw new Error(`PostgreSQL 15 could not be created: ${initialized.stderr}`)
  const [command, args] = command15('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'max_locks_per_transaction=512',
  ])
  const server = spawn(command, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    for (let attempt = 0; as('pg_isready', ['-h', '127.0.0.1', '-p', String(port)]).status !== 0; attempt++) {
      if (attempt > 100) throw new Error('PostgreSQL 15 does not answer')
      await pause(100)
    }
    return await work(url)
  } finally {
    as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    server.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function command15(name, args) {
  const program = path.join(BIN, name)
  return isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
    : [program, args]
}

function as(name, args) {
  const [command, rest] = command15(name, args)
  return spawnSync(command, rest, { cwd: '/', encoding: 'utf8' })
}
