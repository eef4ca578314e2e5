import { sql } from 'kysely'
import { OFFLINE_AFTER } from '#core/domains/devices/connection.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { isChanged } from '#core/domains/tanks/levelBasis.ts'
import type { Values } from '#core/platform/values.ts'
import type { ChangesOf, RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { createMany, type ManyOutcome } from '#server/resources/changes/createMany.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, standardOperations } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readDevice } from './listDevices.ts'
import { moveDevice } from './moveDevice.ts'
import { queueCommand } from './queueCommand.ts'
import { renewTimeZones } from './renewTimeZones.ts'
import { uploadIntervals } from './uploadIntervals.ts'

const standard = standardOperations(devices)

/** Creates a device; its company owns its reports from now on. */
export async function createDevice(context: Context, body: Values): Promise<RecordOf<typeof devices>> {
  const values = acceptNew(context, devices, body)
  const device = await insertRecord(context, devices, values)
  await context.db
    .insertInto('device_ownerships')
    .values({ device_id: device.device_id, company_id: device.company_id })
    .execute()
  await renewTimeZones(context, [device.device_id])
  return readDevice(context, device.device_id)
}

/** Creates many devices like `createDevice`. */
export async function createDevices(context: Context, bodies: readonly Values[]): Promise<ManyOutcome[]> {
  const accept = (body: Values) => acceptNew(context, devices, body)
  return createMany(context, devices, bodies, accept, {
    after: async ({ db }, created) => {
      const owned = created.map(({ id, values }) => ({
        device_id: id,
        company_id: values.company_id,
      }))
      await db.insertInto('device_ownerships').values(owned).execute()
      await renewTimeZones(
        context,
        created.map(({ id }) => id),
      )
    },
  })
}

/** Fields that decide whether a device is watched, and its own limits. */
const JUDGED_BY = ['status', 'temperature_low_threshold', 'temperature_high_threshold'] as const

/** Changes a device. Another company is a move; a command is queued for it. */
export async function updateDevice(
  context: Context,
  id: number,
  body: Values,
): Promise<RecordOf<typeof devices>> {
  // Validated as a whole first: an invalid company or command changes nothing.
  const current = await lockRecord(context, devices, id)
  const { company_id, command } = acceptChanges(context, devices, body, current)
  const { company_id: _, command: __, ...rest }: ChangesOf<typeof devices> = body
  // The move clears the old owner's input before the new values are written.
  if (company_id !== undefined) await moveDevice(context, id, company_id)
  await standard.update(context, id, command === 0 ? { ...rest, command } : rest)
  await sql`update device_states s set due_at = s.last_at + ${uploadIntervals(OFFLINE_AFTER, 'd')}
    from devices d where d.device_id = ${id} and s.device_id = d.device_id`.execute(context.db)
  await renewTimeZones(context, [id])
  const after = await lockRecord(context, devices, id)
  if (isChanged(JUDGED_BY, current, after)) {
    await emit(context, 'device.status_changed', [{ device_ids: [id] }])
  }
  if (command) await queueCommand(context, id, command)
  return readDevice(context, id)
}

/** Retires a device; it causes no more alerts. */
export async function removeDevice(context: Context, id: number): Promise<void> {
  await standard.remove(context, id)
  await emit(context, 'device.status_changed', [{ device_ids: [id] }])
}
