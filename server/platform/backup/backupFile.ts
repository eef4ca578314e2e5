import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * A backup is one file: gzip over lines of text. The first line is the header; then, for each table, a line that names
 * it, its rows as PostgreSQL's COPY writes them (text format, the same in every version), and `\.`; the last line
 * holds the number of rows of each table and the SHA-256 of all that stands before it.
 */
export interface BackupHeader {
  format: 'ullage-backup'
  version: 1
  made: string
  /** The migrations that the database had: they say which tables and columns there are. */
  migrations: string[]
  /** Parts of tables that are split by time, with what each holds. */
  parts: { name: string; of: string; bound: string }[]
  /** Where the numbers of new records go on; null for one that was never used. */
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

/** Why a backup cannot be made or used, in words for whoever asked for it. */
export class BackupFailed extends Error {}

export const END_OF_ROWS = Buffer.from('\\.\n')
const NEWLINE = 0x0a
const END_AFTER_ROW = Buffer.from('\n\\.\n')

/** Reads a backup in its order; what does not belong there, or stops too soon, is no whole backup. */
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
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.close = close
  }

  async readHeader(): Promise<void> {
    const header = this.parse((await this.line()).toString('utf8')) as Partial<BackupHeader>
    if (header.format !== 'ullage-backup') throw new BackupFailed(`${this.file} is no backup of Ullage.`)
    if (header.version !== 1)
      throw new BackupFailed(
        `${this.file} was written by a newer release of Ullage: restore it with that one.`,
      )
    this.header = header as BackupHeader
  }

  /** The next table, whose rows must then be read, or the end; the end has been held against all that was read. */
  async next(): Promise<BackupTable | BackupEnd> {
    const before = this.hash.copy().digest('hex')
    const found = this.parse((await this.line()).toString('utf8')) as BackupTable | BackupEnd
    if ('table' in found) return found
    if (found.sha256 !== before) throw this.notWhole('its content is not what was written')
    if (this.rest.length > 0 || (await this.more())) throw this.notWhole('something follows its end')
    return found
  }

  /** The rows of the table that was named last, as COPY takes them. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.take(END_OF_ROWS.length)
        return
      }
      const end = this.rest.indexOf(END_AFTER_ROW)
      const whole = end < 0 ? this.rest.lastIndexOf(NEWLINE) + 1 : end + 1
      // Only whole rows are given on, so that what remains always begins with a row or with the end of them.
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
      throw this.notWhole((error as Error).message)
    }
  }

  private parse(text: string): object {
    try {
      const found = JSON.parse(text) as unknown
      if (typeof found === 'object' && found !== null) return found
    } catch {}
    throw this.notWhole('it holds what no backup holds')
  }

  private notWhole(why: string): BackupFailed {
    return new BackupFailed(`The backup ${this.file} is not whole (${why}). Nothing was changed.`)
  }
}

/**
 * Reads a backup from end to end and holds it against its checksum and its counts.
 * @throws BackupFailed when one bit of it is not as it was written.
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

/** In COPY's text format a line is a row: a newline within a value is written as two other characters. */
function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
