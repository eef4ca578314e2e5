import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * The start time of a process as the system reports it: distinguishes it from a later process with the same id.
 * @returns an empty text when there is no such process.
 */
export function startOfProcess(pid: number, platform: string = process.platform): string {
  if (platform !== 'linux') return ps('lstart=', pid).replace(/\s+/g, '_')
  // The name in parentheses may contain spaces; the fields after it are fixed, the start being the 20th.
  return textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? ''
}

/** The command that a process runs; empty when it is gone, or not ours when only its shell is left. */
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

/** macOS and the BSDs have no /proc, but `ps`. */
function ps(column: string, pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return ''
  const { stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], {
    env: { PATH: `${process.env.PATH ?? ''}:/bin:/usr/bin`, LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
  })
  return (stdout ?? '').trim()
}

/** The name of a user of this machine, or the number if it has none. */
export function nameOfUser(uid: number): string {
  const line = textOf('/etc/passwd')
    .split('\n')
    .find((item) => item.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}
