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

/** Rows per fetch, and per row group of a Parquet file. */
const BATCH = 10_000
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
 * Answers the readings of the matching devices as a file, by device, port and time, in the user's units. It is streamed, in constant
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
  if (format === 'csv') {
    void reply.type('text/csv; charset=utf-8').send(Readable.from(csvOf(batches, columns)))
    return
  }
  const parts = await parquetOf(batches, columns)
  void reply.type('application/vnd.apache.parquet').send(Readable.from(parts, { objectMode: false }))
}

async function findTanks(context: Context, query: ListQuery): Promise<Tank[]> {
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin('device_ports as dp', 'dp.device_id', 'devices.device_id')
    .select(['devices.device_id', 'devices.public_id', DEVICE_LABEL.as('label'), 'dp.port_number'])
    .orderBy('devices.public_id')
    .orderBy('dp.port_number')
    .execute() as Promise<Tank[]>
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
      .select(sql<number>`extract(epoch from at)::float8 * 1000`.as('time'))
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

type Value = string | number | Date | null

interface Column {
  name: string
  type: 'STRING' | 'INT32' | 'FLOAT' | 'TIMESTAMP'
  read: (tank: Tank, reading: Reading) => Value
}

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
    { name: 'time', type: 'TIMESTAMP', read: (_, { time }) => new Date(time) },
    { name: 'raw', type: 'FLOAT', read: (_, { raw }) => raw },
    figure('height', isImperial ? 'in' : 'mm', mmToInches),
    figure('volume', isImperial ? 'gal' : 'l', litresToUsGallons),
    { name: 'percent', type: 'FLOAT', read: (_, { percent }) => percent },
    figure('temperature', isImperial ? 'f' : 'c', celsiusToFahrenheit),
    { name: 'quality', type: 'STRING', read: (_, { quality }) => QUALITIES[quality] ?? String(quality) },
  ]
}

async function* csvOf(batches: AsyncIterable<Batch>, columns: readonly Column[]): AsyncIterable<string> {
  const format = { record_delimiter: 'windows', cast: { date: (date: Date) => date.toISOString() } }
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield stringify([columns.map(({ name }) => name)], { ...format, bom: true })
  for await (const { tank, readings } of batches) {
    const named = {
      ...tank,
      public_id: escapeFormula(tank.public_id),
      label: escapeFormula(tank.label ?? ''),
    }
    yield stringify(
      readings.map((reading) => columns.map(({ read }) => read(named, reading))),
      format,
    )
  }
}

/** The parts of a Parquet file: a row group for each batch, which bounds the memory, and the footer. */
async function parquetOf(
  batches: AsyncIterable<Batch>,
  columns: readonly Column[],
): Promise<AsyncIterable<Uint8Array>> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const columnData = (data: (column: Column) => Value[]) =>
    columns.map((column) => ({
      name: column.name,
      type: column.type,
      data: data(column),
      offsetIndex: false,
    }))
  const writer = new ByteWriter()
  const schema = schemaFromColumnData({ columnData: columnData(() => []) })
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Ullage' })
  const take = () => {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index).slice()
    writer.index = 0
    return bytes
  }
  return (async function* () {
    for await (const { tank, readings } of batches) {
      const data = columnData(({ read }) => readings.map((reading) => read(tank, reading)))
      parquet.write({ columnData: data, rowGroupSize: BATCH })
      yield take()
    }
    parquet.finish()
    yield take()
  })()
}
