import fs from 'node:fs'
import path from 'node:path'
import { handToDatabase } from '../database/embeddedPostgres.ts'

/** Complete WAL segments that wait to be sent. */
export const outgoing = (archiveDir: string) => path.join(archiveDir, 'out')

/** Maximum time (s) before a segment is archived. */
const SEGMENT_SECONDS = 30

/**
 * Creates the folder, and returns the settings with which the database archives into it. PostgreSQL's `basic_archive` writes under a
 * temporary name, syncs and renames; it never overwrites a file.
 */
export function archiveSettings(archiveDir: string): Record<string, string> {
  for (const folder of [archiveDir, outgoing(archiveDir)]) handToDatabase(folder)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': outgoing(archiveDir),
    archive_timeout: `${SEGMENT_SECONDS}s`,
  }
}

/** Complete files of the database in its archive folder, oldest first; the history of a timeline comes before its segments. */
export function filesToSend(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup|\.partial)?)$/.test(name))
    .sort()
}

/** Bytes that wait to be sent. */
export function waitingBytes(archiveDir: string): number {
  const folder = outgoing(archiveDir)
  const sizes = filesToSend(folder).map(
    (name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const MARK = 'archive.mark'

/** Owner of the newest base backup. A start without archiving deletes the mark, because the WAL has a gap from then on. */
export function readMark(dataDir: string): string | undefined {
  const file = path.join(dataDir, MARK)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}

export const writeMark = (dataDir: string, mark: string) => fs.writeFileSync(path.join(dataDir, MARK), mark)
export const removeMark = (dataDir: string) => fs.rmSync(path.join(dataDir, MARK), { force: true })
