import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { contentOf } from '../compareDatabases.ts'
import { freePort, type Product, runCommand, startProduct } from './product.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-backup-'))
const file = path.join(folder, 'demo.backup')
const source = path.join(folder, 'source')
let product: Product
let older: ChildProcess
let url: string

beforeAll(async () => {
  fs.chmodSync(folder, 0o755)
  product = await startProduct({ DATA_DIR: source }, 'demo')
  const port = await freePort()
  url = `postgres://postgres@127.0.0.1:${port}/postgres`
  older = await startPostgres15(port)
}, 900_000)

afterAll(async () => {
  product.process.kill('SIGTERM')
  await product.ended
  older.kill('SIGINT')
  await new Promise((resolve) => older.once('exit', resolve))
  fs.rmSync(folder, { recursive: true, force: true })
})

/** PostgreSQL refuses to run as root; Debian's package has a user for it. */
function as15(name: string, args: string[]): [command: string, args: string[]] {
  const program = path.join(BIN, name)
  return isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
    : [program, args]
}

async function startPostgres15(port: number): Promise<ChildProcess> {
  const data = path.join(folder, 'fifteen')
  fs.mkdirSync(data, { mode: 0o700 })
  if (isRoot) spawnSync('chown', ['postgres:postgres', data])
  const initialized = spawnSync(
    ...as15('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8']),
    {
      cwd: '/',
    },
  )
  expect(initialized.status, String(initialized.stderr)).toBe(0)
  const settings = ['-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
  const server = spawn(...as15('postgres', ['-D', data, ...settings]), { cwd: '/', stdio: 'ignore' })
  while (spawnSync(path.join(BIN, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0)
    await pause(50)
  return server
}

async function contentOfFolder(dataDir: string): Promise<Record<string, string>> {
  const engine = await startEmbeddedPostgres(dataDir)
  try {
    return await contentOf(engine.connection)
  } finally {
    await engine.stop()
  }
}

test('a backup of the demo at work restores to a new folder and to PostgreSQL 15 with the same content', async () => {
  const created = await runCommand(['backup', file], { DATA_DIR: source })
  expect(created, created.output).toMatchObject({ code: 0 })
  expect(created.output).toContain('It was read again and is whole.')
  const target = path.join(folder, 'target')
  for (const environment of [{ DATA_DIR: target }, { DATABASE_URL: url }] as Record<string, string>[]) {
    const { code, output } = await runCommand(['restore', file], environment)
    expect(code, output).toBe(0)
  }
  const [embedded, fifteen] = [await contentOfFolder(target), await contentOf({ connectionString: url })]
  expect(Object.keys(embedded).length).toBeGreaterThan(60)
  expect(fifteen).toEqual(embedded)
  const again = await runCommand(['restore', file], { DATABASE_URL: url })
  expect(again.code).toBe(1)
  expect(again.output).toContain('The database is not empty.')
  expect(again.output).not.toMatch(/^\s+at /m)
}, 900_000)

test('a backup after the shutdown has the contents of the folder, and a server starts on it', async () => {
  product.process.kill('SIGTERM')
  await product.ended
  const quiet = path.join(folder, 'quiet.backup')
  expect((await runCommand(['backup', quiet], { DATA_DIR: source })).code).toBe(0)
  const there = await contentOfFolder(source)
  const replaced = await runCommand(['restore', quiet, '--replace'], { DATABASE_URL: url })
  expect(replaced.code, replaced.output).toBe(0)
  expect(await contentOf({ connectionString: url })).toEqual(there)
  product = await startProduct({ DATABASE_URL: url, DATA_DIR: source })
  expect(product.output()).toContain('Ullage is ready')
  const inUse = await runCommand(['restore', quiet, '--replace'], { DATABASE_URL: url })
  expect(inUse.code).toBe(1)
  expect(inUse.output).toContain('A server works on this database.')
}, 900_000)
