import { sql } from 'kysely'
import type { devices } from '#core/domains/devices/devices.ts'
import { tank_levels } from '#core/domains/devices/tank_levels.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { worstFirst } from '#core/domains/telemetry/worstFirst.ts'
import { celsiusToFahrenheit, volumeIn } from '#core/platform/numbers/units.ts'
import { percentSign } from '#core/platform/texts/percentSign.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { readDevice } from '#server/domains/devices/listDevices.ts'
import { portSummaries } from '#server/domains/devices/portSummaries.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { figureText, instantText } from '#server/resources/names/textFormats.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { portKey } from '../history/readDailyUse.ts'
import { readMargins } from './readVolumeMargin.ts'

/** The tanks of a device, each with its margin (±) if its level is measured. */
type Tank = PortSummary & { volume_margin: number | null }

/** Fields of a device and its worst tank for files and pages, as in the list: level, volume with its margin, and their source. */
export const tankLevelFields: ComputedFields = {
  definition: tank_levels,
  read: async (context, rows) => {
    const ids = rows.map(({ device_id }) => Number(device_id))
    const tanks = await readTanks(context, ids)
    const temperatures = await readFahrenheit(context, ids)
    return ids.map((id) => {
      const [worst] = worstFirst(tanks.get(id) ?? [])
      return { imperial_temperature: temperatures.get(id), ...(worst && fieldsOf(worst, context.now)) }
    })
  },
}

/** The temperatures of devices, for readers in imperial units: others read the stored ones. */
async function readFahrenheit(
  { db, actor }: Context,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  if (actor.units === 'metric') return new Map()
  const rows = await db
    .selectFrom('devices')
    .select(['device_id', 'temperature_metric'])
    .where(sql<boolean>`device_id = any(${ids})`)
    .execute()
  return new Map(
    rows.map(({ device_id, temperature_metric: celsius }) => [
      Number(device_id),
      celsius === null ? null : celsiusToFahrenheit(Number(celsius)).toFixed(1),
    ]),
  )
}

/** A device with its tanks, each with its volume margin. */
export async function readDeviceWithMargins(
  context: Context,
  id: number,
): Promise<RecordOf<typeof devices> & { ports: Tank[] }> {
  const device: RecordOf<typeof devices> & { ports?: PortSummary[] } = await readDevice(context, id)
  const margins = await readMargins(context.db, [id])
  return { ...device, ports: withMargins(context.actor, id, device.ports ?? [], margins) }
}

/** Blocks above a printed device's fields: each of its tanks with level and volume. */
export async function tankBlocks(
  context: Context,
  id: number,
): Promise<NonNullable<PrintDocument['blocks']>> {
  const tanks = (await readTanks(context, [id])).get(id) ?? []
  return tanks.map((tank) => ({
    title: tank.product ?? translate(context.actor.language, 'print.tank', { port: tank.port_number }),
    lines: linesOf(tank, context),
  }))
}

async function readTanks(
  { db, actor }: Context,
  device_ids: readonly number[],
): Promise<Map<number, Tank[]>> {
  const summaries = await portSummaries(db, actor, device_ids)
  const margins = await readMargins(db, device_ids)
  return new Map([...summaries].map(([id, tanks]) => [id, withMargins(actor, id, tanks, margins)]))
}

function withMargins(
  { units }: Actor,
  device_id: number,
  tanks: readonly PortSummary[],
  margins: ReadonlyMap<string, number>,
): Tank[] {
  return tanks.map((tank) => {
    const litres = margins.get(portKey({ device_id, port_number: tank.port_number }))
    return { ...tank, volume_margin: litres === undefined ? null : volumeIn(units, litres) }
  })
}

const rounded = (value: number | null) => (value === null ? null : value.toFixed(1))

function fieldsOf(tank: Tank, now: Date): object {
  const [volume, margin] = [rounded(tank.volume), rounded(tank.volume_margin)]
  return {
    tank_product: tank.product,
    tank_percent: rounded(tank.percent),
    ...(tank.volume_unit === 'L'
      ? { tank_litres: volume, tank_litres_margin: margin }
      : { tank_gallons: volume, tank_gallons_margin: margin }),
    level_source: tank.level_age === null ? null : tank.level_source,
    level_measured_at: measuredAt(tank, now),
  }
}

function measuredAt({ level_age }: Tank, now: Date): string | null {
  return level_age === null ? null : new Date(now.getTime() - level_age * 1000).toISOString()
}

function linesOf(tank: Tank, { actor, now }: Context): string[] {
  const { percent, volume, volume_margin, volume_unit, level_source, delivery } = tank
  const at = measuredAt(tank, now)
  if (at === null || percent === null || volume === null) return []
  const about = level_source === 'estimated' ? '≈ ' : ''
  const margin = volume_margin === null ? '' : ` ± ${figureText(actor, volume_margin, 0)}`
  return [
    `${about}${figureText(actor, percent, 0)}${percentSign(actor.language)}`,
    `${about}${figureText(actor, volume, 0)}${margin} ${volume_unit}`,
    translate(actor.language, `print.level_${delivery ? 'delivered' : level_source}`, {
      at: instantText(actor, at),
      ...(delivery && { number: delivery.number, delivered: instantText(actor, delivery.at) }),
    }),
  ]
}
