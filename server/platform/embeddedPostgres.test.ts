import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asDatabaseUser } from './embeddedPostgres.ts'

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
