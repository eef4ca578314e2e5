import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOfProcess } from '../jobs/processes.ts'
import { takeDataFolder } from './dataFolder.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'

let folder: string
let other: ChildProcess
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-folder-'))
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a name) of its own'])
  await once(other, 'spawn')
})
afterEach(async () => {
  await end()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function end(): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return
  other.kill('SIGKILL')
  await once(other, 'exit')
}

describe('the lock of the data folder', () => {
  const lock = () => path.join(folder, 'server.lock')
  const lockBy = (pid: number, start: string) => {
    takeDataFolder(folder)()
    fs.writeFileSync(lock(), `${pid} ${start}`)
  }

  test('is released', () => {
    const giveBack = takeDataFolder(folder)
    expect(fs.existsSync(lock())).toBe(true)
    giveBack()
    expect(fs.existsSync(lock())).toBe(false)
  })

  test('is respected while its server runs', () => {
    lockBy(other.pid!, startOfProcess(other.pid!))
    expect(() => takeDataFolder(folder)).toThrow(`process ${other.pid}`)
  })

  test('is taken over from a killed server', async () => {
    lockBy(other.pid!, startOfProcess(other.pid!))
    await end()
    takeDataFolder(folder)()
  })

  test('is taken over if the server’s process id belongs to another process', () => {
    lockBy(other.pid!, 'earlier')
    takeDataFolder(folder)()
  })
})

describe.runIf(process.getuid?.() === 0)('a data folder of an ordinary user, for root', () => {
  const stateOf = (name: string) => {
    const { uid, mode } = fs.statSync(path.join(folder, name))
    return [uid, mode]
  }

  test('is refused with its owner, and not touched', () => {
    takeDataFolder(folder)()
    fs.mkdirSync(path.join(folder, 'pg18'), { mode: 0o700 })
    for (const name of ['.', 'ullage.json', 'pg18']) fs.chownSync(path.join(folder, name), 1234, 1234)
    const before = fs.readdirSync(folder).map((name) => [name, ...stateOf(name)])
    expect(() => takeDataFolder(folder)).toThrow('belongs to the user 1234. Start the server as that user')
    expect(fs.readdirSync(folder).map((name) => [name, ...stateOf(name)])).toEqual(before)
  })

  test('is refused if it was handed over earlier, before anything is created in it', async () => {
    fs.mkdirSync(path.join(folder, 'pg18'), { mode: 0o700 })
    fs.chownSync(path.join(folder, 'pg18'), 1234, 1234)
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow('belongs to the user 1234')
    expect(fs.readdirSync(folder)).toEqual(['pg18'])
    expect(stateOf('pg18')[0]).toBe(1234)
  })
})
