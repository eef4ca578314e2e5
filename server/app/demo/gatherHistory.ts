import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { dueAt } from '#core/domains/devices/connection.ts'
import type { LevelChange } from '#core/domains/telemetry/detectLevelChange.ts'
import { batteryOf, qualityCode, type TankLevel } from '#core/domains/telemetry/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { deriveReading, type PortMemory, type Reading } from '#server/domains/telemetry/deriveReading.ts'
import { levelsOf, roomAfter } from '#server/domains/telemetry/levelsOf.ts'
import type { DeviceSetup, PortSetup } from '#server/domains/telemetry/loadDevices.ts'
import type { DeviceRecord, PortState, RawUplink, TankChange } from '#server/domains/telemetry/writeRows.ts'
import { type AlertWatch, alertWatch, type PastAlert } from './alertWatch.ts'
import { deviceHistory, uplinkBody } from './deviceHistory.ts'
import type { PlannedDevice } from './fleet.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 365
const DAYS_OF_ALERTS = 30
const UPLINKS_IN_LOG = 10
const GOOD = qualityCode('good')

/** Everything that follows from the history of some devices, as rows of the tables. */
export interface History {
  readings: Reading[]
  records: DeviceRecord[]
  changes: TankChange[]
  states: PortState[]
  uplinks: RawUplink[]
  newest: Map<number, { record: UplinkRecord; address: null }>
  alerts: PastAlert[]
}

export function emptyHistory(): History {
  return { readings: [], records: [], changes: [], states: [], uplinks: [], newest: new Map(), alerts: [] }
}

/** Adds a device's whole history, derived as live uplinks would have been. */
export function gatherHistory(
  history: History,
  setup: DeviceSetup,
  device: PlannedDevice,
  now: number,
): void {
  const records = deviceHistory(device, now, DAYS)
  const last = records.at(-1)
  if (!last) return
  const since = now - DAYS_OF_ALERTS * DAY
  const watch = alertWatch({ ...ownerOf(setup), port_number: null }, since)
  for (const record of records) {
    const row = deviceRecordOf(setup, record)
    history.records.push(row)
    if (row.battery !== null) watch.battery(record.time, row.battery)
  }
  const watches = [watch]
  device.ports.forEach(({ port_number }, place) => {
    const watched = alertWatch({ ...ownerOf(setup), port_number }, since)
    watches.push(watched)
    const asked = { records, place, port_number, judgedFrom: last.time - DAYS_OF_ALERTS * DAY }
    gatherPort(history, setup, setup.ports.get(port_number), asked, watched)
  })
  history.newest.set(setup.device_id, { record: last, address: null })
  history.uplinks.push(...rawUplinksOf(setup, device, records))
  if (setup.status !== 'normal') return
  history.alerts.push(...watches.flatMap((one) => one.alerts()), ...offlineAlert(setup, last, now))
}

function ownerOf({ device_id, company_id }: DeviceSetup) {
  return { device_id, company_id }
}

interface PortRecords {
  records: readonly UplinkRecord[]
  /** Of the port among the ports of each record. */
  place: number
  port_number: number
  /** From when on its levels are judged, epoch milliseconds. */
  judgedFrom: number
}

function gatherPort(
  history: History,
  { device_id }: DeviceSetup,
  setup: PortSetup | undefined,
  { records, place, port_number, judgedFrom }: PortRecords,
  watch: AlertWatch,
): void {
  let memory: PortMemory = { time: 0, trust: null, change: null }
  let newest: Reading | undefined
  let trusted: Reading | undefined
  let level: TankLevel = 'unknown'
  for (const record of records) {
    const { value: raw, temperature } = record.ports[place]!
    const given = { device_id, port_number, time: record.time, raw, temperature, is_ahead: false }
    const { reading, memory: next, found } = deriveReading(setup, memory, given)
    memory = next
    history.readings.push(reading)
    if (found) {
      history.changes.push(tankChangeOf(reading, found))
      watch.change(found)
    }
    newest = reading
    if (reading.quality !== GOOD) continue
    trusted = reading
    // Only what was open lately is told, and what the level is now.
    if (!setup || reading.percent === null || reading.time < judgedFrom) continue
    const levels = levelsOf(setup, reading, memory)
    level = levelWithHysteresis(level, reading.percent, levels)
    watch.level(reading.time, reading.percent, levels)
  }
  if (newest && setup) history.states.push(portStateOf(newest, trusted, { memory, level, setup }))
}

function tankChangeOf({ device_id, port_number }: Reading, found: LevelChange): TankChange {
  return {
    device_id,
    port_number,
    kind: found.kind,
    started_at: found.started,
    ended_at: found.ended,
    volume: found.volume,
    before_volume: found.before,
    after_volume: found.after,
  }
}

/** The newest reading; what the tank holds is what was last believed. */
function portStateOf(
  newest: Reading,
  trusted: Reading | undefined,
  { memory, level, setup }: { memory: PortMemory; level: TankLevel; setup: PortSetup },
): PortState {
  const { time, ...values } = newest
  const { height, volume, percent } = trusted ?? newest
  return {
    ...values,
    ...{ height, volume, percent },
    at: time,
    trusted_at: trusted?.time ?? null,
    level,
    room: roomAfter(setup, { volume }, values.temperature),
    trust_state: memory.trust,
    change_state: memory.change,
  }
}

function deviceRecordOf(
  { device_id, battery_empty, battery_full }: DeviceSetup,
  record: UplinkRecord,
): DeviceRecord {
  const battery = batteryOf(record, battery_empty ?? 0, battery_full ?? 0)
  return {
    device_id,
    at: record.time,
    battery_voltage: battery.volts,
    battery: battery.percent,
    signal_quality: record.signal,
    temperature: record.temperature,
    queued_records: record.queued,
    latitude: record.position?.[0] ?? null,
    longitude: record.position?.[1] ?? null,
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

function offlineAlert(setup: DeviceSetup, last: UplinkRecord, now: number): PastAlert[] {
  const due = dueAt(last.time, setup.upload_interval)
  if (due >= now) return []
  const closed = { value: null, opened_at: due, closed_at: null }
  return [{ ...ownerOf(setup), port_number: null, level: 'offline', ...closed }]
}
