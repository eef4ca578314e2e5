import { sql } from 'kysely'
import {
  type AlertKind,
  judgeBattery,
  judgeSensor,
  judgeTemperature,
} from '#core/domains/alerts/alertRule.ts'
import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import { alertsOfLevel } from '#core/domains/alerts/levelWithHysteresis.ts'
import { ALERTING_LEVELS, QUALITIES, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { measuredAt, typicalGapSql } from '#server/domains/devices/measuredLevel.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { findDoubted } from '#server/domains/telemetry/levels/estimateLevels.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { closeAlerts, type NewAlert, openAlerts } from './openAndCloseAlerts.ts'

interface DeviceRow {
  device_id: number
  company_id: number
  battery: number | null
  temperature: number | null
  low: number | null
  high: number | null
  is_due: boolean
}

interface PortRow {
  device_id: number
  company_id: number
  port_number: number
  percent: number | null
  quality: number
  /** As shown, with hysteresis. */
  level: TankLevel
  is_estimated: boolean
  /** An estimate because no trusted reading came for longer than usual, rather than because of a delivery. */
  is_silent: boolean
  jumps: number
}

interface OpenRow {
  alert_id: number
  device_id: number
  port_number: number | null
  level: AlertKind
  level_source: LevelSource | null
}

interface Verdict {
  open: NewAlert[]
  close: number[]
}

/**
 * Judges devices by their newest state. Skips suspended and retired ones, and the levels of tanks whose last reading
 * is not trusted until they are estimated: their alerts neither open nor close.
 */
export async function judgeReadings(
  context: Context,
  { device_ids }: { device_ids: number[] },
): Promise<void> {
  const ids = [...device_ids].sort((a, b) => a - b)
  const devices = await readDevices(context, ids)
  const judged = devices.map(({ device_id }) => device_id)
  const open = await readOpenAlerts(context, judged)
  const { battery_low, frozen_sensor } = await readSettings(context.db)
  const ports = await readPorts(context, judged)
  const verdicts = [
    ...devices.map((device) => judgeDevice(device, open, battery_low)),
    ...ports.map((port) => judgePort(port, open, frozen_sensor === 1)),
    await judgeChanges(context, judged, open),
    alertsOfRemovedTanks(ports, open),
  ]
  await closeAlerts(
    context,
    verdicts.flatMap(({ close }) => close),
  )
  await openAlerts(
    context,
    verdicts.flatMap((verdict) => verdict.open),
  )
  await confirmMeasured(context, ports, open)
}

/**
 * Judges devices after their records were stored. Devices whose newest readings are old are estimated first, in a
 * separate, slower transaction, so that the others do not wait. Forecasts that a level contradicts are renewed the
 * same way.
 */
export async function judgeStored(context: Context, { device_ids }: { device_ids: number[] }): Promise<void> {
  const { outdated, contradicted } = await findDoubted(context, device_ids)
  if (outdated.length > 0) await emit(context, 'readings.outdated', [{ device_ids: outdated }])
  if (contradicted.length > 0) await emit(context, 'forecasts.contradicted', [{ device_ids: contradicted }])
  const isOutdated = new Set(outdated)
  await judgeReadings(context, { device_ids: device_ids.filter((id) => !isOutdated.has(id)) })
}

/** Open alerts of tanks that are no longer watched. */
function alertsOfRemovedTanks(ports: readonly PortRow[], alerts: Map<string, OpenRow[]>): Verdict {
  const watched = new Set(ports.map(({ device_id, port_number }) => keyOf(device_id, port_number)))
  const removed = [...alerts.values()]
    .flat()
    .filter(
      ({ device_id, port_number }) => port_number !== null && !watched.has(keyOf(device_id, port_number)),
    )
  return { open: [], close: removed.map(({ alert_id }) => alert_id) }
}

/** Marks an alert raised from an estimate as measured, once a reading has confirmed it. */
async function confirmMeasured(
  { db, now }: Context,
  ports: readonly PortRow[],
  alerts: Map<string, OpenRow[]>,
): Promise<void> {
  const confirmed = ports.flatMap(({ device_id, port_number, percent, level, quality, is_estimated }) =>
    is_estimated || QUALITIES[quality] !== 'good'
      ? []
      : (alerts.get(keyOf(device_id, port_number)) ?? [])
          .filter((alert) => alert.level === level && alert.level_source === 'estimated')
          .map(({ alert_id }) => ({ alert_id, percent })),
  )
  if (confirmed.length === 0) return
  await sql`update alerts a set level_source = 'measured', value = c.percent::numeric(14, 3), updated_at = ${now}
    from unnest(${confirmed.map(({ alert_id }) => alert_id)}::int8[], ${confirmed.map(({ percent }) => percent)}::float8[])
      as c (alert_id, percent) where a.alert_id = c.alert_id`.execute(db)
}

async function readDevices({ db }: Context, ids: number[]): Promise<DeviceRow[]> {
  const rows = await runPrepared(
    db,
    sql<DeviceRow>`
    select d.device_id, d.company_id, d.battery::float8, d.temperature_metric::float8 as temperature,
      d.temperature_low_threshold::float8 as low, d.temperature_high_threshold::float8 as high,
      coalesce(s.due_at < now(), true) as is_due
    from devices d left join device_states s using (device_id)
    where d.device_id = any(${ids}) and d.status in ('normal', 'demo')
    order by d.device_id for no key update of d`,
  )
  const back = rows.filter(({ is_due }) => !is_due).map(({ device_id }) => device_id)
  await runPrepared(
    db,
    sql`update device_states set is_offline = false where device_id = any(${back}) and is_offline`,
  )
  return rows
}

async function readPorts({ db, now }: Context, ids: number[]): Promise<PortRow[]> {
  const rows = await runPrepared(
    db,
    sql<PortRow>`
    select s.device_id, d.company_id, s.port_number, s.percent, s.quality, s.level,
      s.estimated_at is not null as is_estimated,
      s.estimated_at is not null and ${measuredAt} < ${now}::timestamptz - ${typicalGapSql} as is_silent,
      coalesce((s.trust_state->>'jumps')::int, 0) as jumps
    from port_states s
      join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number and p.active = 1
      join devices d on d.device_id = s.device_id
    where s.device_id = any(${ids})`,
  )
  return rows
}

async function readOpenAlerts({ db }: Context, ids: number[]): Promise<Map<string, OpenRow[]>> {
  const rows = await runPrepared(
    db,
    sql<OpenRow>`
    select alert_id, device_id, port_number, level, level_source from alerts
    where device_id = any(${ids}) and status <> 'closed'`,
  )
  const open = new Map<string, OpenRow[]>()
  for (const row of rows) {
    const key = keyOf(row.device_id, row.port_number)
    open.set(key, [...(open.get(key) ?? []), row])
  }
  return open
}

const keyOf = (device_id: number, port_number: number | null) => `${device_id}/${port_number ?? ''}`

function judgeDevice(device: DeviceRow, alerts: Map<string, OpenRow[]>, batteryLow: number): Verdict {
  const open = alerts.get(keyOf(device.device_id, null)) ?? []
  const kinds = new Set(open.map(({ level }) => level))
  const celsius = (fahrenheit: number | null) =>
    fahrenheit === null ? null : fahrenheitToCelsius(fahrenheit)
  const battery = judgeBattery(kinds, device.battery, batteryLow)
  const temperature = judgeTemperature(kinds, device.temperature, {
    low: celsius(device.low),
    high: celsius(device.high),
  })
  const isBack = !device.is_due && kinds.has('offline')
  const values: Partial<Record<AlertKind, number | null>> = {
    battery_low: device.battery,
    temperature: device.temperature,
  }
  return verdictOf(
    { ...device, port_number: null },
    open,
    {
      open: [...battery.open, ...temperature.open],
      close: [...battery.close, ...temperature.close, ...(isBack ? (['offline'] as const) : [])],
    },
    (level) => values[level] ?? null,
  )
}

function judgePort(port: PortRow, alerts: Map<string, OpenRow[]>, reportsFrozen: boolean): Verdict {
  const open = alerts.get(keyOf(port.device_id, port.port_number)) ?? []
  const kinds = new Set(open.map(({ level }) => level))
  const quality = QUALITIES[port.quality] ?? 'not_configured'
  const isKnown = port.percent !== null && (port.is_estimated || quality === 'good')
  const level = alertsOfLevel(kinds, isKnown ? port.level : 'unknown')
  const sensor = judgeSensor(kinds, quality, { isSilent: port.is_silent, jumps: port.jumps }, reportsFrozen)
  const judged = { open: [...level.open, ...sensor.open], close: [...level.close, ...sensor.close] }
  const source: LevelSource = port.is_estimated ? 'estimated' : 'measured'
  const { open: opened, close } = verdictOf(port, open, judged, (kind) =>
    isOfLevel(kind) ? port.percent : null,
  )
  return {
    open: opened.map((alert) => (isOfLevel(alert.level) ? { ...alert, level_source: source } : alert)),
    close,
  }
}

const isOfLevel = (kind: AlertKind) => isOneOf(ALERTING_LEVELS, kind)

function verdictOf(
  owner: { device_id: number; company_id: number; port_number: number | null },
  open: readonly OpenRow[],
  judged: { open: readonly AlertKind[]; close: readonly AlertKind[] },
  valueFor: (level: AlertKind) => number | null,
): Verdict {
  const { device_id, company_id, port_number } = owner
  return {
    open: judged.open.map((level) => ({ device_id, company_id, port_number, level, value: valueFor(level) })),
    close: open.filter(({ level }) => judged.close.includes(level)).map(({ alert_id }) => alert_id),
  }
}

interface ChangeRow {
  device_id: number
  company_id: number
  port_number: number
  kind: 'fill' | 'loss'
  volume: number
  ended_at: string
  is_recent: boolean
}

/** Opens the alert of a sudden loss, and closes it after a delivery; losses in old records open none. */
async function judgeChanges(
  { db }: Context,
  ids: number[],
  alerts: Map<string, OpenRow[]>,
): Promise<Verdict> {
  const rows = await runPrepared(
    db,
    sql<ChangeRow>`
    update tank_changes c set is_judged = true from devices d
    where d.device_id = c.device_id and c.device_id = any(${ids}) and not c.is_judged
    returning c.device_id, d.company_id, c.port_number, c.kind, c.volume, c.ended_at,
      c.ended_at > now() - interval '48 hours' as is_recent`,
  )
  const filled = rows.filter(({ kind }) => kind === 'fill')
  const losses = rows.filter(
    (row) => row.kind === 'loss' && row.is_recent && !filled.some((fill) => isLater(fill, row)),
  )
  return {
    open: losses.map(({ device_id, company_id, port_number, volume }) => ({
      device_id,
      company_id,
      port_number,
      level: 'sudden_loss' as const,
      value: volume,
    })),
    close: filled.flatMap(({ device_id, port_number }) =>
      (alerts.get(keyOf(device_id, port_number)) ?? [])
        .filter(({ level }) => level === 'sudden_loss')
        .map(({ alert_id }) => alert_id),
    ),
  }
}

function isLater(fill: ChangeRow, loss: ChangeRow): boolean {
  return (
    fill.device_id === loss.device_id &&
    fill.port_number === loss.port_number &&
    fill.ended_at > loss.ended_at
  )
}
