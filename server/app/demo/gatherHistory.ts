import { type AlertKind, judgeBattery } from '#core/domains/alerts/alertRule.ts'
import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { type Fired, replayLevel, replayRule, replaySilence } from '#core/domains/alerts/replayRule.ts'
import { dueAt } from '#core/domains/devices/connection.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { qualityCode, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { DeviceSetup } from '#server/domains/telemetry/intake/loadDevices.ts'
import type { RawUplink } from '#server/domains/telemetry/intake/writeRows.ts'
import { type DerivedBatch, deriveReadings } from '#server/domains/telemetry/levels/deriveReadings.ts'
import { levelsOf } from '#server/domains/telemetry/levels/levelsOf.ts'
import { deviceHistory, uplinkBody } from './deviceHistory.ts'
import type { PlannedDevice } from './fleet.ts'

const DAY = 86_400_000
const DAYS = 365
const DAYS_OF_ALERTS = 30
const UPLINKS_IN_LOG = 10
const GOOD = qualityCode('good')
const LEVELS = ['mild', 'urgent', 'overfill'] as const

/** An alert that follows from the history; times in epoch milliseconds, null = still open. */
export interface PastAlert extends Fired {
  device_id: number
  company_id: number
  port_number: number | null
  level: AlertKind
}

/** Everything that follows from a device's history, as rows of the tables. */
export interface History extends DerivedBatch {
  uplinks: RawUplink[]
  alerts: PastAlert[]
}

type Reading = Parameters<typeof replayLevel>[1][number]

interface Past {
  /** Readings by port. */
  past: ReadonlyMap<number, readonly Reading[]>
  derived: DerivedBatch
  since: number
  lastTime: number
  now: number
}

function pastAlerts(setup: DeviceSetup, { past, derived, since, lastTime, now }: Past): PastAlert[] {
  const { device_id, company_id } = setup
  const as =
    (level: AlertKind, port_number: number | null = null) =>
    (fired: Fired): PastAlert => {
      return { ...fired, device_id, company_id, port_number, level }
    }
  const ofLevels = [...past].flatMap(([port_number, readings]) =>
    // Alerts open at the start of the period are left out: their beginning is unknown.
    LEVELS.flatMap((level) =>
      replayLevel(level, readings)
        .filter(({ from, until }) => from !== firstOf(readings).at || until === null)
        .map(as(level, port_number)),
    ),
  )
  const losses = derived.changes.filter(({ kind, ended_at }) => kind === 'loss' && ended_at >= since)
  const batteries = derived.lateRecords
    .filter(({ at }) => at >= since)
    .map(({ at, battery }) => ({ at, value: battery }))
  const low = settings.fields.battery_low.default
  return [
    ...ofLevels,
    ...losses.map(({ port_number, ended_at: from, volume: value }) =>
      as('sudden_loss', port_number)({ from, until: null, value }),
    ),
    ...replayRule('battery_low', batteries, (open, value) => judgeBattery(open, value, low)).map(
      as('battery_low'),
    ),
    ...replaySilence([lastTime], dueAt(lastTime, setup.upload_interval) - lastTime, now).map(as('offline')),
  ]
}

/** A device's whole history, derived as live uplinks would be, with the alerts of the last weeks by the product's rules. */
export function gatherHistory(setup: DeviceSetup, device: PlannedDevice, now: number): History {
  const { device_id } = setup
  const records = deviceHistory(device, now, DAYS)
  const { time: lastTime } = lastOf(records)
  const since = Math.min(now, lastTime) - DAYS_OF_ALERTS * DAY
  const past = new Map([...setup.ports.keys()].map((port): [number, Reading[]] => [port, []]))
  const levels = new Map<number, TankLevel>()
  const uplinks = [{ device_id, uplink: { records }, address: null }]
  const derived = deriveReadings(
    uplinks,
    new Map([[device_id, setup]]),
    false,
    (port, { reading, memory }) => {
      const { port_number, time: at, percent: value, quality } = reading
      if (quality !== GOOD || value === null || at < since) return
      const thresholds = levelsOf(port, reading, memory)
      const was = levels.get(port_number) ?? 'unknown'
      const level = levelWithHysteresis(was, value, thresholds)
      // Readings between two changes add nothing.
      if (level !== was) getOrThrow(past, port_number).push({ at, value, thresholds })
      levels.set(port_number, level)
    },
  )
  return {
    ...derived,
    states: derived.states.map((state) => ({
      ...state,
      level: levels.get(state.port_number) ?? state.level,
    })),
    uplinks: rawUplinksOf(device_id, device, records),
    alerts: setup.status === 'normal' ? pastAlerts(setup, { past, derived, since, lastTime, now }) : [],
  }
}

/** The last uplinks for the log, each with the records due between two uploads. */
function rawUplinksOf(
  device_id: number,
  device: PlannedDevice,
  records: readonly UplinkRecord[],
): RawUplink[] {
  const each = Math.max(1, Math.round((device.upload_interval * 3600) / device.record_interval))
  const last = records.slice(-each * UPLINKS_IN_LOG)
  return Array.from({ length: Math.ceil(last.length / each) }, (_, i) => {
    const batch = last.slice(i * each, (i + 1) * each)
    const counts = { accepted: batch.length, duplicates: 0, refused: 0, door: 'mqtt', outcome: '[]' }
    return {
      device_id,
      received_at: lastOf(batch).time + 2_000 + (device.seed % 7) * 900,
      ...counts,
      body: uplinkBody(batch),
    }
  })
}
