import { sql } from 'kysely'
import type { saveDevicesInBulk as definition } from '#core/domains/devices/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, type Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readDevice } from './listDevices.ts'
import { lockDevices } from './lockDevices.ts'
import { createDevice, updateDevice } from './saveDevice.ts'

type SavedDevice = ResponseOf<typeof definition>['devices'][number]

/**
 * Creates devices, or changes devices with a `device_id`: all of them, or none.
 * @returns a row for each, in order.
 * @throws Refusal 422 with the issues of every invalid row, their fields named `devices.3.public_id`.
 */
export async function saveDevicesInBulk(context: Context, rows: readonly Values[]): Promise<SavedDevice[]> {
  const ids = rows.map(({ device_id }) => device_id)
  await lockDevices(context, ids.filter(isDeviceId))
  const saved: SavedDevice[] = []
  const issues = new Map<string, Issue>()
  const add = (issue: Issue) => issues.set(`${issue.field} ${issue.rule}`, issue)
  const seen = new Set<string>()
  for (const [index, one] of rows.entries()) {
    const { device_id, ...body }: { device_id?: number; public_id?: unknown } = one
    const name = String(body.public_id ?? '')
      .trim()
      .toLowerCase()
    // Also if the first row with that value is refused for another reason.
    if (name !== '' && seen.has(name)) add({ field: `devices.${index}.public_id`, rule: 'unique' })
    seen.add(name)
    // A refusal of the database concerns its row only; the rows after it are still validated.
    await sql`savepoint one_of_many`.execute(context.db)
    try {
      const device =
        device_id === undefined ? makeDevice(context, body) : changeDevice(context, device_id, body)
      const { device_id: id, public_id } = await device
      await sql`release savepoint one_of_many`.execute(context.db)
      saved.push({ index, device_id: id, public_id, result: device_id === undefined ? 'created' : 'changed' })
    } catch (error) {
      const refusal = refusalOfError(error)
      if (!refusal || refusal.status >= 500) throw error
      await sql`rollback to savepoint one_of_many`.execute(context.db)
      for (const issue of issuesOfRow(refusal, index)) add(issue)
    }
  }
  if (issues.size > 0) throw invalid([...issues.values()])
  return saved
}

function makeDevice(context: Context, body: Values) {
  return saveWithoutLoss(context, devices, body, {}, () => createDevice(context, body))
}

async function changeDevice(context: Context, device_id: unknown, body: Values) {
  if (!isDeviceId(device_id)) throw invalid([{ field: 'device_id', rule: 'type_number' }])
  const read = () => readDevice(context, device_id)
  return saveWithoutLoss(context, devices, body, { read }, async () => {
    await refuseStale(context, devices, device_id, body)
    return updateDevice(context, device_id, body)
  })
}

const isDeviceId = (id: unknown): id is number => Number.isSafeInteger(id)

/** The issues of one row's refusal. */
function issuesOfRow({ options: { issues = [] } }: Refusal, index: number): Issue[] {
  if (issues.length === 0) return [{ field: `devices.${index}`, rule: 'not_found' }]
  return issues.map((issue) => ({ ...issue, field: `devices.${index}.${issue.field}` }))
}
