import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * When a process started, as its system tells it: tells it from a later one that got the same number.
 * @returns an empty text when there is no such process.
 */
export function startOfProcess(pid: number, platform: string = process.platform): string {
  if (platform !== 'linux') return ps('lstart=', pid).replace(/\s+/g, '_')
  // The name in parentheses may hold spaces; what follows it is fixed, the start being its 20th.
  return textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? ''
}

/** The command that a process runs; empty, or no command of ours, when it is gone or only its shell is left. */
export function commandOfProcess(pid: number, platform: string = process.platform): string {
  return platform === 'linux' ? textOf(`/proc/${pid}/cmdline`) : ps('command=', pid)
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** macOS and the BSDs have no /proc; every one of them has `ps`. */
function ps(column: string, pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return ''
  const { stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/bin:/usr/bin`, LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
  })
  return (stdout ?? '').trim()
}

/** What a user of this machine is called; the number alone where nobody knows a name for it. */
export function nameOfUser(uid: number): string {
  const line = textOf('/etc/passwd')
    .split('\n')
    .find((one) => one.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}
