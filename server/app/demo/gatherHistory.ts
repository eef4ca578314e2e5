import type { AlertChanges, AlertKind } from '#core/domains/alerts/alertRule.ts'
import { judgeBattery, judgeLevel } from '#core/domains/alerts/alertRule.ts'
import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { dueAt } from '#core/domains/devices/connection.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { qualityCode, type TankLevel } from '#core/domains/telemetry/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { type DerivedBatch, deriveReadings } from '#server/domains/telemetry/deriveReadings.ts'
import { levelsOf } from '#server/domains/telemetry/levelsOf.ts'
import type { DeviceSetup } from '#server/domains/telemetry/loadDevices.ts'
import type { RawUplink } from '#server/domains/telemetry/writeRows.ts'
import { deviceHistory, uplinkBody } from './deviceHistory.ts'
import type { PlannedDevice } from './fleet.ts'

const DAY = 86_400_000
const DAYS = 365
const DAYS_OF_ALERTS = 30
const UPLINKS_IN_LOG = 10
const GOOD = qualityCode('good')

/** An alert as the history implies it; times in epoch milliseconds, null = still open. */
export interface PastAlert {
  device_id: number
  company_id: number
  port_number: number | null
  level: AlertKind
  value: number | null
  opened_at: number
  closed_at: number | null
}

/** Everything that follows from the history of a device, as rows of the tables. */
export interface History extends Pick<DerivedBatch, 'changes' | 'states' | 'newest'> {
  readings: DerivedBatch['late']
  records: DerivedBatch['lateRecords']
  uplinks: RawUplink[]
  alerts: PastAlert[]
}

/** A device's whole history, derived as live uplinks would have been. */
export function gatherHistory(setup: DeviceSetup, device: PlannedDevice, now: number): History {
  const records = deviceHistory(device, now, DAYS)
  const last = records.at(-1)!
  const { device_id, company_id } = setup
  const since = now - DAYS_OF_ALERTS * DAY
  const watches = new Map(
    [null, ...setup.ports.keys()].map((port_number) => [
      port_number,
      alertWatch({ device_id, company_id, port_number }, since),
    ]),
  )
  const levels = new Map<number, TankLevel>()
  const uplinks = [{ device_id, uplink: { records }, address: null }]
  const derived = deriveReadings(uplinks, new Map([[device_id, setup]]), false, (port, one) => {
    const { reading, found, memory } = one
    const { port_number, time, percent } = reading
    const watch = watches.get(port_number)!
    if (found?.kind === 'fill') watch.close('sudden_loss', found.ended)
    else if (found && found.ended >= since) watch.open('sudden_loss', found.ended, found.volume)
    // Only what was open lately is told, and what the level is now.
    if (reading.quality !== GOOD || percent === null || time < last.time - DAYS_OF_ALERTS * DAY) return
    const limits = levelsOf(port, reading, memory)
    levels.set(port_number, levelWithHysteresis(levels.get(port_number) ?? 'unknown', percent, limits))
    watch.judge(time, percent, (open) => judgeLevel(open, percent, limits))
  })
  for (const { at, battery } of derived.lateRecords) {
    const low = settings.fields.battery_low.default
    if (battery !== null) watches.get(null)!.judge(at, battery, (open) => judgeBattery(open, battery, low))
  }
  const alerts = [...watches.values()].flatMap((watch) => watch.alerts())
  return {
    ...{
      readings: derived.late,
      records: derived.lateRecords,
      changes: derived.changes,
      newest: derived.newest,
    },
    states: derived.states.map((state) => ({ ...state, level: levels.get(state.port_number) ?? 'unknown' })),
    uplinks: rawUplinksOf(setup, device, records),
    alerts: setup.status === 'normal' ? [...alerts, ...offlineAlert(setup, last, now)] : [],
  }
}

/** Keeps the alerts of a port or a device, from `since` on. */
function alertWatch(owner: Pick<PastAlert, 'device_id' | 'company_id' | 'port_number'>, since: number) {
  const all: PastAlert[] = []
  const current = new Map<AlertKind, PastAlert>()
  const kinds = new Set<AlertKind>()
  let first: number | undefined

  function open(level: AlertKind, opened_at: number, value: number): void {
    if (kinds.has(level)) return
    const alert = { ...owner, level, value, opened_at, closed_at: null }
    all.push(alert)
    current.set(level, alert)
    kinds.add(level)
  }

  function close(level: AlertKind, time: number): void {
    const alert = current.get(level)
    if (alert) alert.closed_at = time
    current.delete(level)
    kinds.delete(level)
  }

  return {
    open,
    close,
    /** By a rule of the live product. */
    judge: (time: number, value: number, rule: (open: ReadonlySet<AlertKind>) => AlertChanges) => {
      if (time < since) return
      first ??= time
      const changes = rule(kinds)
      for (const kind of changes.close) close(kind, time)
      for (const kind of changes.open) open(kind, time, value)
    },
    /** What was open when the watch began is left out: nobody knows since when. */
    alerts: () => all.filter(({ opened_at, closed_at }) => opened_at !== first || closed_at === null),
  }
}

/** The last uplinks for the log: as many records in each as are due between two uploads. */
function rawUplinksOf(
  { device_id }: DeviceSetup,
  { upload_interval, record_interval, seed }: PlannedDevice,
  records: readonly UplinkRecord[],
): RawUplink[] {
  const each = Math.max(1, Math.round((upload_interval * 3600) / record_interval))
  const last = records.slice(-each * UPLINKS_IN_LOG)
  return Array.from({ length: Math.ceil(last.length / each) }, (_, i) => {
    const batch = last.slice(i * each, (i + 1) * each)
    return {
      device_id,
      received_at: batch.at(-1)!.time + 2_000 + (seed % 7) * 900 + i * 37,
      door: 'mqtt',
      accepted: batch.length,
      duplicates: 0,
      refused: 0,
      body: uplinkBody(batch),
      outcome: '[]',
    }
  })
}

function offlineAlert(
  { device_id, company_id, upload_interval }: DeviceSetup,
  last: UplinkRecord,
  now: number,
): PastAlert[] {
  const due = dueAt(last.time, upload_interval)
  if (due >= now) return []
  const closed = { value: null, opened_at: due, closed_at: null }
  return [{ device_id, company_id, port_number: null, level: 'offline', ...closed }]
}
