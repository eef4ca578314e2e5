import path from 'node:path'
import { BackupFailed } from '#server/platform/backup/backupFile.ts'
import { restoreBackup } from '#server/platform/backup/restoreBackup.ts'
import { writeBackup } from '#server/platform/backup/writeBackup.ts'
import type { Config } from '#server/platform/config.ts'
import { joinEngine, openEngine } from '../engine.ts'

/**
 * `npm run backup -- FILE`: backs up the configured or embedded database, whether a server works on it or not.
 * @returns the message for the person who ran it.
 * @throws BackupFailed with a sentence.
 */
export async function makeBackup(config: Config, words: readonly string[]): Promise<string> {
  const file = fileOf(words, 'backup')
  const engine = await joinEngine(config)
  try {
    const { tables, rows, bytes } = await writeBackup(engine.connection, file)
    return `${file} holds ${rows} rows of ${tables} tables (${sizeOf(bytes)}). It was read again and is whole.`
  } finally {
    await engine.stop()
  }
}

/**
 * `npm run restore -- FILE [--replace]`: restores into the configured or embedded database; no server may work on it.
 * @returns the message for the person who ran it.
 * @throws BackupFailed with a sentence.
 */
export async function restore(config: Config, words: readonly string[]): Promise<string> {
  const replace = words.includes('--replace')
  const file = fileOf(
    words.filter((word) => word !== '--replace'),
    'restore',
  )
  const engine = await openEngine(config)
  try {
    const { header, tables, rows } = await restoreBackup(engine.connection, file, { replace })
    return (
      `${rows} rows of ${tables} tables are back, as they were at ${header.made}.\n` +
      'Start the server with the seal key of that time (SEAL_KEY, or seal.key in the data folder).'
    )
  } finally {
    await engine.stop()
  }
}

function fileOf(words: readonly string[], command: string): string {
  const [file, ...more] = words
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    const usage = command === 'backup' ? 'FILE' : 'FILE [--replace]'
    throw new BackupFailed(`Say which file: npm run ${command} -- ${usage}`)
  }
  // npm runs scripts in the project's folder; a path is relative to the caller's own.
  return path.resolve(process.env['INIT_CWD'] ?? '.', file)
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
