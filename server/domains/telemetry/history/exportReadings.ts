import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { exportReadings as definition } from '#core/domains/telemetry/calls.ts'
import { QUALITIES } from '#core/domains/telemetry/levels/quality.ts'
import { celsiusToFahrenheit, litresToUsGallons, mmToInches } from '#core/platform/numbers/units.ts'
import { deviceFilters } from '#server/domains/devices/deviceFilters.ts'
import { DEVICE_LABEL } from '#server/domains/devices/places/devicePlace.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { streamRows } from '#server/platform/database/database.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { escapeFormula } from '#server/resources/files/export.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'

/** Rows per fetch: few enough to be collected before V8 considers them long-lived and lets the heap grow. */
const BATCH = 1_000
/** Rows per row group of a Parquet file; its footer, which grows in memory until the end, describes each of them. */
export const ROW_GROUP = 8_000
const DECIMALS = 3

interface Span {
  from: number
  to: number
}

interface Options extends Span {
  format: Input<typeof definition>['query']['format']
  reply: Input<typeof definition>['reply']
}

interface Tank {
  device_id: number
  public_id: string
  label: string | null
  port_number: number
}

interface Reading {
  time: number
  raw: number
  height: number | null
  volume: number | null
  percent: number | null
  temperature: number | null
  quality: number
}

/**
 * Returns the readings of the matching devices as a file, by device, port and time, in the user's units. It is streamed, in constant
 * memory. The names of its columns are the same in every language.
 */
export async function exportReadings(
  context: Context,
  query: ListQuery,
  { format, reply, ...span }: Options,
): Promise<undefined> {
  const tanks = await findTanks(context, query)
  const batches = streamRows(context.db, (db) => readBatches({ ...context, db }, tanks, span))
  const day = (time: number) => dayInZone(time, context.actor.timeZone, 'UTC')
  const file = `readings-${day(span.from)}-${day(span.to - 1)}.${format}`
  void reply.header('content-disposition', `attachment; filename="${file}"`)
  const columns = columnsOf(context.actor)
  const isCsv = format === 'csv'
  const parts = isCsv ? csvOf(batches, columns) : parquetOf(batches, columns)
  void reply
    .type(isCsv ? 'text/csv; charset=utf-8' : 'application/vnd.apache.parquet')
    .send(Readable.from(parts, { objectMode: false }))
}

async function findTanks(context: Context, query: ListQuery): Promise<Tank[]> {
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin('device_ports as dp', 'dp.device_id', 'devices.device_id')
    .select(['devices.device_id', 'devices.public_id', DEVICE_LABEL.as('label'), 'dp.port_number'])
    .orderBy('devices.public_id')
    .orderBy('dp.port_number')
    .$castTo<Tank>()
    .execute()
}

interface Batch {
  tank: Tank
  readings: Reading[]
}

async function* readBatches(
  { db, actor }: Context,
  tanks: readonly Tank[],
  { from, to }: Span,
): AsyncIterable<Batch> {
  for (const tank of tanks) {
    const rows: AsyncIterable<Reading> = db
      .selectFrom('readings')
      .select(sql<number>`floor(date_part('epoch', at) * 1000)`.as('time'))
      .select(['raw', 'height', 'volume', 'percent', 'temperature', 'quality'])
      .where('device_id', '=', tank.device_id)
      .where('port_number', '=', tank.port_number)
      .where('at', '>=', new Date(from).toISOString())
      .where('at', '<', new Date(to).toISOString())
      .$if(actor.companies !== 'all', (query) =>
        query.where('at', '>=', ownershipStart(sql`${tank.device_id}::int8`)),
      )
      .orderBy('at')
      .stream(BATCH)
    let readings: Reading[] = []
    for await (const row of rows) {
      if (readings.push(row) < BATCH) continue
      yield { tank, readings }
      readings = []
    }
    if (readings.length > 0) yield { tank, readings }
  }
}

interface TextColumn {
  name: string
  type: 'STRING'
  read: (tank: Tank, reading: Reading) => string | null
}

interface NumberColumn {
  name: string
  type: 'INT32' | 'FLOAT' | 'TIMESTAMP'
  /** A time in ms. */
  read: (tank: Tank, reading: Reading) => number | null
}

type Column = TextColumn | NumberColumn

function columnsOf({ units }: Actor): Column[] {
  const isImperial = units === 'imperial'
  const figure = (
    of: 'height' | 'volume' | 'temperature',
    unit: string,
    into: (value: number) => number,
  ) => ({
    name: `${of}_${unit}`,
    type: 'FLOAT' as const,
    read: (_: Tank, reading: Reading) => {
      const value = reading[of]
      return value === null || !isImperial ? value : Number(into(value).toFixed(DECIMALS))
    },
  })
  return [
    { name: 'public_id', type: 'STRING', read: ({ public_id }) => public_id },
    { name: 'label', type: 'STRING', read: ({ label }) => label },
    { name: 'port_number', type: 'INT32', read: ({ port_number }) => port_number },
    { name: 'time', type: 'TIMESTAMP', read: (_, { time }) => time },
    { name: 'raw', type: 'FLOAT', read: (_, { raw }) => raw },
    figure('height', isImperial ? 'in' : 'mm', mmToInches),
    figure('volume', isImperial ? 'gal' : 'l', litresToUsGallons),
    { name: 'percent', type: 'FLOAT', read: (_, { percent }) => percent },
    figure('temperature', isImperial ? 'f' : 'c', celsiusToFahrenheit),
    { name: 'quality', type: 'STRING', read: (_, { quality }) => QUALITIES[quality] ?? String(quality) },
  ]
}

async function* csvOf(batches: AsyncIterable<Batch>, columns: readonly Column[]): AsyncIterable<string> {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield stringify([columns.map(({ name }) => name)], { record_delimiter: 'windows', bom: true })
  const cell = (text: string) => stringify([[escapeFormula(text)]], { eof: false })
  for await (const { tank, readings } of batches) {
    // Only these texts can need quotes: they are written once for all readings.
    const named = { ...tank, public_id: cell(tank.public_id), label: cell(tank.label ?? '') }
    let lines = ''
    for (const reading of readings)
      lines += `${columns.map((column) => csvCell(column, named, reading)).join()}\r\n`
    yield lines
  }
}

function csvCell({ type, read }: Column, tank: Tank, reading: Reading): string {
  const value = read(tank, reading)
  if (value === null || typeof value === 'string') return value ?? ''
  // String() puts every number into a cache of V8, where it outlives the collections of young objects; JSON does not.
  return type === 'TIMESTAMP' ? new Date(value).toISOString() : JSON.stringify(value)
}

/** The parts of a Parquet file: its row groups, one at a time, and the footer. */
export async function* parquetOf(
  batches: AsyncIterable<Batch>,
  columns: readonly Column[],
): AsyncIterable<Uint8Array> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  let count = 0
  const buffers = columns.map(bufferOf)
  const columnData = buffers.map(({ name, type, read }) => ({
    name,
    type,
    offsetIndex: false,
    // Readers skip row groups by the columns of the order; other limits would only take memory until the footer.
    statistics: name === 'public_id' || name === 'time',
    // The writer takes one column after the other: only one is on the heap at a time.
    get data() {
      return read(count)
    },
  }))
  const writer = new ByteWriter()
  const schema = schemaFromColumnData({ columnData })
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Ullage' })
  const take = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for await (const { tank, readings } of batches) {
    for (const reading of readings) {
      for (const { write } of buffers) write(count, tank, reading)
      count++
      if (count < ROW_GROUP) continue
      parquet.write({ columnData, rowGroupSize: ROW_GROUP })
      count = 0
      yield take()
    }
  }
  parquet.write({ columnData, rowGroupSize: ROW_GROUP })
  parquet.finish()
  yield take()
}

/** Room for the values of a column in a row group. Numbers are outside the heap, where they would become old before they are written. */
function bufferOf(column: Column) {
  const { name, type } = column
  if (column.type === 'STRING') {
    const values = new Array<string | null>(ROW_GROUP)
    return {
      name,
      type,
      write: (row: number, tank: Tank, reading: Reading) => {
        values[row] = column.read(tank, reading)
      },
      read: (count: number) => values.slice(0, count),
    }
  }
  const values = new Float64Array(ROW_GROUP)
  return {
    name,
    type,
    write: (row: number, tank: Tank, reading: Reading) => {
      values[row] = column.read(tank, reading) ?? Number.NaN
    },
    read: (count: number) => {
      const written = values.subarray(0, count)
      return written.includes(Number.NaN)
        ? Array.from(written, (value) => (Number.isNaN(value) ? null : value))
        : written
    },
  }
}
