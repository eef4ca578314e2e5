import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandOfProcess, startOfProcess } from './processes.ts'

let other: ChildProcess
beforeEach(async () => {
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a name) of its own'])
  await once(other, 'spawn')
})
afterEach(end)

async function end(): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return
  other.kill('SIGKILL')
  await once(other, 'exit')
}

// Other systems than Linux use `ps`, which a minimal Linux lacks.
describe.each(['linux', 'darwin'])('a process as seen on %s', (platform) => {
  test('has a constant start time, and its command', () => {
    const start = startOfProcess(other.pid!, platform)
    expect(start).toMatch(/^\S+$/)
    expect(startOfProcess(other.pid!, platform)).toBe(start)
    expect(commandOfProcess(other.pid!, platform)).toContain('of its own')
  })

  test('has neither when it is gone', async () => {
    const { pid } = other
    await end()
    expect(startOfProcess(pid!, platform)).toBe('')
    expect(commandOfProcess(pid!, platform)).toBe('')
    expect(startOfProcess(Number.NaN, platform)).toBe('')
  })
})
