import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asDatabaseUser, stopServer } from './embeddedPostgres.ts'

const isRoot = process.getuid?.() === 0 && fs.existsSync('/usr/bin/setpriv')

test.runIf(isRoot)('as root the database reads its programs in a folder that only root may enter', () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-closed-'))
  const program = path.join(closed, 'program')
  fs.writeFileSync(program, '', { mode: 0o755 })
  // Like PostgreSQL, Node uses access(), which judges by the real user.
  const script = `process.stdout.write(String(process.getuid())); fs.accessSync(${JSON.stringify(program)}, 5)`
  const [command, args] = asDatabaseUser(process.execPath, closed, ['-e', script])
  const { stdout, stderr } = spawnSync(command, args, { cwd: '/', encoding: 'utf8' })
  fs.rmSync(closed, { recursive: true })
  expect(stderr).toBe('')
  expect(stdout).toBe('65534')
})

test('a database that ignores an orderly stop is ended by the next signal', async () => {
  const child = spawn(
    process.execPath,
    ['-e', "process.on('SIGINT', () => {}); setInterval(() => {}, 1000); console.log('ready')"],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit').then(() => {})
  await once(child.stdout, 'data')
  await stopServer(child, ended, [
    ['SIGINT', 1],
    ['SIGKILL', 60_000],
  ])
  expect(child.signalCode).toBe('SIGKILL')
})
