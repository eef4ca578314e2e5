import type pg from 'pg'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { liveMessages, notifyOn } from '#server/platform/database/notify.ts'
import { emitOn } from '#server/platform/jobs/events.ts'
import { isSameHash } from '#server/platform/secrets.ts'
import { type Bucket, rollUp } from '../history/rollUp.ts'
import type { Reading } from '../levels/deriveReading.ts'
import { deriveReadings } from '../levels/deriveReadings.ts'
import { type DeviceSetup, loadDevices } from './loadDevices.ts'
import { answerCommands } from './sendCommands.ts'
import type { UplinkOutcome, WaitingUplink } from './waitingUplink.ts'
import { writeClocksAhead, writeDeviceStates } from './writeDeviceStates.ts'
import {
  addToBuckets,
  deleteAheadOf,
  insertDeviceRecords,
  insertLateReadings,
  insertLateRecords,
  insertRawUplinks,
  insertReadings,
  insertTankChanges,
  type RawUplink,
  upsertPortStates,
} from './writeRows.ts'

const CLOCK_AHEAD = qualityCode('clock_ahead')

function outcomeOf(
  { uplink: { records, refused, ignored } }: WaitingUplink,
  duplicates: number,
  commands: UplinkOutcome['commands'],
): UplinkOutcome {
  return { accepted: records.length - duplicates, duplicates, refused, ignored, commands }
}

/**
 * Stores a set of batches in one transaction: readings once each, roll-ups, newest states, deliveries and losses, raw
 * uplinks, and the events for alerts and open pages. When it returns, everything is on disk.
 * @param knownNew treats readings newer than everything known of their port as new; if false, checks each against the
 * table
 * @returns one outcome per batch, in order; null for a device that is gone or retired
 */
export async function storeUplinks(
  client: pg.ClientBase,
  waiting: readonly WaitingUplink[],
  knownNew = true,
): Promise<(UplinkOutcome | null)[]> {
  const ids = [...new Set(waiting.map(({ device_id }) => device_id))].sort((a, b) => a - b)
  const devices = await loadDevices(client, ids)
  const taken = waiting.filter((item) => isTaken(item, devices.get(item.device_id)))
  const gathered = deriveReadings(taken, devices, knownNew)
  await insertReadings(client, gathered.fresh)
  await deleteAheadOf(client, mistakenBefore(gathered.late, devices))
  const lateStored = await insertLateReadings(client, gathered.late)
  await addToBuckets(
    client,
    rollUp(lateStored.length > 0 ? gathered.fresh.concat(lateStored) : gathered.fresh),
    (bucket) => knownNew && isBeyond(bucket, devices),
  )
  await insertDeviceRecords(client, gathered.records)
  await insertLateRecords(client, gathered.lateRecords)
  await insertTankChanges(client, gathered.changes)
  await upsertPortStates(client, gathered.states)
  await writeDeviceStates(client, devices, gathered.newest)
  await writeClocksAhead(client, gathered.ahead)
  const commands = await answerCommands(client, taken)
  const duplicates = duplicatesOf(gathered, lateStored, taken)
  const outcomes = new Map(
    taken.map((item) => [
      item,
      outcomeOf(item, duplicates.get(item) ?? 0, commands.get(item.device_id) ?? []),
    ]),
  )
  await insertRawUplinks(
    client,
    taken.map((item) => rawUplinkOf(item, getOrThrow(outcomes, item))),
  )
  await notify(client, devices, taken)
  return waiting.map((item) => outcomes.get(item) ?? null)
}

/** Refuses a batch if the key was changed or the device retired after the first check. */
function isTaken({ key_hash }: WaitingUplink, device: DeviceSetup | undefined): boolean {
  if (!device || device.status === 'retired') return false
  return key_hash === null || (device.key_hash !== null && isSameHash(device.key_hash, key_hash))
}

/** Late readings whose time the device may have reported before, with a wrong clock. */
function mistakenBefore(late: readonly Reading[], devices: Map<number, DeviceSetup>): Reading[] {
  return late.filter(
    ({ device_id, time, quality }) =>
      quality !== CLOCK_AHEAD && time <= (devices.get(device_id)?.ahead_until ?? 0),
  )
}

/** Whether an hour or day began after everything stored of its port. */
function isBeyond({ device_id, port_number, at }: Bucket, devices: Map<number, DeviceSetup>): boolean {
  const { last_time = 0 } = devices.get(device_id)?.ports.get(port_number) ?? {}
  return last_time > 0 && at > last_time
}

/** A record counts as a duplicate if none of its readings is new. A record in order is new. */
function duplicatesOf(
  { fresh, late }: { fresh: readonly Reading[]; late: readonly Reading[] },
  stored: readonly Reading[],
  taken: readonly WaitingUplink[],
): Map<WaitingUplink, number> {
  const counts = new Map<WaitingUplink, number>()
  if (late.length === stored.length) return counts
  // The first of two equal records in one transaction is new.
  const known = new Set([...stored, ...fresh].map(keyOf))
  const old = new Set(late.filter((reading) => !known.has(keyOf(reading))).map(keyOf))
  const seen = new Set<string>()
  for (const item of taken) {
    for (const { time, ports } of item.uplink.records) {
      const keys = ports.map(({ port }) => `${item.device_id}/${port}/${time}`)
      if (keys.length > 0 && keys.every((key) => old.has(key) || seen.has(key))) {
        counts.set(item, (counts.get(item) ?? 0) + 1)
      }
      for (const key of keys) seen.add(key)
    }
  }
  return counts
}

function keyOf({ device_id, port_number, time }: Reading): string {
  return `${device_id}/${port_number}/${time}`
}

function rawUplinkOf(uplink: WaitingUplink, outcome: UplinkOutcome): RawUplink {
  return {
    device_id: uplink.device_id,
    received_at: uplink.receivedAt,
    door: uplink.transport,
    accepted: outcome.accepted,
    duplicates: outcome.duplicates,
    refused: outcome.refused.length,
    body: uplink.body,
    outcome: JSON.stringify([...outcome.refused, ...outcome.ignored]),
  }
}

/** Notifies open pages and the judging of alerts, once the transaction commits. */
async function notify(
  client: pg.ClientBase,
  devices: Map<number, DeviceSetup>,
  taken: readonly WaitingUplink[],
): Promise<void> {
  const ids = [...new Set(taken.map(({ device_id }) => device_id))]
  const reported = ids.map((id): [number, number] => [id, getOrThrow(devices, id).company_id])
  for (const message of liveMessages('devices', reported)) await notifyOn(client, 'live', message)
  if (ids.length > 0) await emitOn(client, 'readings.stored', [{ device_ids: ids }])
}
