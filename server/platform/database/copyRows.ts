import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Type of a column; a `timestamptz` is passed in epoch milliseconds. */
export type CopyType = 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'timestamptz' | 'text'

/** A table, and the key of a row that fills each of its columns. */
export interface CopyTarget<T> {
  table: string
  columns: readonly (readonly [column: string, key: keyof T & string, type: CopyType])[]
}

/**
 * Inserts rows by binary COPY: the cheapest way, on both sides of the wire, for rows that are known to be new. No rows, no statement. An
 * existing row fails the whole set (23505), as in any insert.
 */
export async function copyRows<T extends object>(
  client: pg.ClientBase,
  { table, columns }: CopyTarget<T>,
  rows: readonly T[],
): Promise<void> {
  if (rows.length === 0) return
  const names = columns.map(([column]) => column).join(', ')
  const bytes = encoded(columns, rows)
  const stream = client.query(copyFrom(`copy ${table} (${names}) from stdin (format binary)`))
  stream.end(bytes)
  await finished(stream)
}

/** "PGCOPY\n\377\r\n\0", no flags, no extension of the header. */
const SIGNATURE = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const BYTES_A_COLUMN = 12
/** PostgreSQL counts microseconds from 2000. */
const EPOCH = Date.UTC(2000, 0, 1)
const TWO_32 = 2 ** 32

function encoded<T extends object>(columns: CopyTarget<T>['columns'], rows: readonly T[]): Buffer {
  let length = SIGNATURE.length + 2 + rows.length * (2 + columns.length * BYTES_A_COLUMN)
  for (const [, key, type] of columns) {
    if (type !== 'text') continue
    for (const row of rows) length += Buffer.byteLength(String(row[key] ?? ''))
  }
  const buffer = Buffer.allocUnsafe(length)
  SIGNATURE.copy(buffer)
  let at = SIGNATURE.length
  for (const row of rows) {
    at = buffer.writeInt16BE(columns.length, at)
    for (const [, key, type] of columns) {
      const value = row[key]
      if (value === null) at = buffer.writeInt32BE(-1, at)
      else if (type !== 'text') at = WRITE_NUMBER[type](buffer, at, Number(value))
      else if (typeof value === 'string') at = writeText(buffer, at, value)
      else throw new TypeError(`${key} is not a text`)
    }
  }
  return buffer.subarray(0, buffer.writeInt16BE(-1, at))
}

type WriteNumber = (buffer: Buffer, at: number, value: number) => number

/** Each writes the length of a value and the value, and returns the next position. */
const WRITE_NUMBER: Readonly<Record<Exclude<CopyType, 'text'>, WriteNumber>> = {
  int2: (buffer, at, value) => buffer.writeInt16BE(value, buffer.writeInt32BE(2, at)),
  int4: (buffer, at, value) => buffer.writeInt32BE(value, buffer.writeInt32BE(4, at)),
  int8: (buffer, at, value) => writeInt8(buffer, buffer.writeInt32BE(8, at), value),
  float4: (buffer, at, value) => buffer.writeFloatBE(value, buffer.writeInt32BE(4, at)),
  float8: (buffer, at, value) => buffer.writeDoubleBE(value, buffer.writeInt32BE(8, at)),
  timestamptz: (buffer, at, value) =>
    writeInt8(buffer, buffer.writeInt32BE(8, at), Math.round((value - EPOCH) * 1000)),
}

function writeText(buffer: Buffer, at: number, value: string): number {
  const bytes = buffer.write(value, at + 4)
  return buffer.writeInt32BE(bytes, at) + bytes
}

/** An integer within ±2⁵³ as 64 bits. */
function writeInt8(buffer: Buffer, at: number, value: number): number {
  const high = Math.floor(value / TWO_32)
  return buffer.writeUInt32BE(value - high * TWO_32, buffer.writeInt32BE(high, at))
}
