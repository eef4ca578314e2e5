import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { messageOf } from '../messageOf.ts'

/**
 * A backup is one file: gzipped lines of text. The first line is the header; then follow, for each table, a line with its name, its rows as
 * PostgreSQL's COPY writes them (text format, the same in every version), and `\.`; the last line has the number of rows of each table and
 * the SHA-256 of everything before it.
 */
export interface BackupHeader {
  format: 'ullage-backup'
  version: 1
  made: string
  /** The migrations that the database had: they define its tables and columns. */
  migrations: string[]
  /** Partitions of tables, with the bounds of each. */
  parts: { name: string; of: string; bound: string }[]
  /** The last value of each sequence; null for one that was never used. */
  sequences: { name: string; last: string | null }[]
}

export interface BackupTable {
  table: string
  columns: string[]
}

export interface BackupEnd {
  rows: Record<string, number>
  sha256: string
}

/** A backup cannot be written or used; the message is a sentence for the operator. */
export class BackupFailed extends Error {}

export const END_OF_ROWS = Buffer.from('\\.\n')
const NEWLINE = 0x0a
const END_AFTER_ROW = Buffer.from('\n\\.\n')

/** Reads a backup in order; an unexpected or missing part is an error. */
export async function openBackup(file: string): Promise<BackupReader> {
  if (!fs.existsSync(file)) throw new BackupFailed(`There is no file ${file}.`)
  const source = fs.createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  const reader = new BackupReader(file, source.pipe(unpacked), () => {
    source.destroy()
    unpacked.destroy()
  })
  try {
    await reader.readHeader()
  } catch (error) {
    reader.close()
    throw error
  }
  return reader
}

export class BackupReader {
  header!: BackupHeader
  readonly close: () => void
  private readonly chunks: AsyncIterator<Buffer>
  private readonly hash = createHash('sha256')
  private rest: Buffer = Buffer.alloc(0)

  constructor(
    private readonly file: string,
    stream: Readable,
    close: () => void,
  ) {
    this.chunks = stream[Symbol.asyncIterator]()
    this.close = close
  }

  async readHeader(): Promise<void> {
    const header = this.parse<BackupHeader>((await this.line()).toString('utf8'))
    if (header.format !== 'ullage-backup') throw new BackupFailed(`${this.file} is no backup of Ullage.`)
    if (header.version !== 1)
      throw new BackupFailed(
        `${this.file} was written by a newer release of Ullage: restore it with that one.`,
      )
    this.header = header
  }

  /** The next table, whose rows must then be read, or the end, which is verified against everything read. */
  async next(): Promise<BackupTable | BackupEnd> {
    const before = this.hash.copy().digest('hex')
    const found = this.parse<BackupTable | BackupEnd>((await this.line()).toString('utf8'))
    if ('table' in found) return found
    if (found.sha256 !== before) throw this.notWhole('its content is not what was written')
    if (this.rest.length > 0 || (await this.more())) throw this.notWhole('something follows its end')
    return found
  }

  /** The rows of the last named table, as COPY takes them. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.take(END_OF_ROWS.length)
        return
      }
      const end = this.rest.indexOf(END_AFTER_ROW)
      const whole = end < 0 ? this.rest.lastIndexOf(NEWLINE) + 1 : end + 1
      // Only whole rows are passed on, so that the rest always begins with a row or with the end of the rows.
      if (whole > 0) yield this.take(whole)
      if (end < 0 && !(await this.more())) throw this.notWhole('it stops in the middle')
    }
  }

  private async line(): Promise<Buffer> {
    for (;;) {
      const end = this.rest.indexOf(NEWLINE)
      if (end >= 0) return this.take(end + 1)
      if (!(await this.more())) throw this.notWhole('it stops in the middle')
    }
  }

  private take(length: number): Buffer {
    const taken = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    this.hash.update(taken)
    return taken
  }

  private async more(): Promise<boolean> {
    try {
      const { done, value } = await this.chunks.next()
      if (done) return false
      this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value])
      return true
    } catch (error) {
      throw this.notWhole(messageOf(error))
    }
  }

  private parse<T extends object>(text: string): T {
    try {
      const found: T | null = JSON.parse(text)
      if (typeof found === 'object' && found !== null) return found
    } catch {}
    throw this.notWhole('it holds what no backup holds')
  }

  private notWhole(why: string): BackupFailed {
    return new BackupFailed(`The backup ${this.file} is not whole (${why}). Nothing was changed.`)
  }
}

/**
 * Reads a whole backup and verifies its checksum and its counts.
 * @throws BackupFailed when any bit differs from what was written.
 */
export async function verifyBackup(file: string): Promise<{ header: BackupHeader; rows: BackupEnd['rows'] }> {
  const reader = await openBackup(file)
  const rows: BackupEnd['rows'] = {}
  try {
    for (;;) {
      const next = await reader.next()
      if (!('table' in next)) {
        if (JSON.stringify(next.rows) !== JSON.stringify(rows))
          throw new BackupFailed(`The backup ${file} is not whole (rows are missing). Nothing was changed.`)
        return { header: reader.header, rows }
      }
      let count = 0
      for await (const chunk of reader.rows()) count += countLines(chunk)
      rows[next.table] = count
    }
  } finally {
    reader.close()
  }
}

/** In COPY's text format a line is a row: a newline within a value is escaped. */
function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
