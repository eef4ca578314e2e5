import { devices } from '#core/domains/devices/devices.ts'
import type { Issue } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/refusal.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { createDevice, updateDevice } from './saveDevice.ts'

/**
 * Makes devices, or changes those whose `device_id` is given: all of them, or none.
 * @returns a row for each, in their order.
 * @throws Refusal 422 with the issues of every row that failed, their fields named `devices.3.public_id`.
 */
export async function saveDevicesInBulk(context: Context, given: readonly object[]): Promise<object[]> {
  const saved: object[] = []
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  for (const [index, one] of given.entries()) {
    const { device_id, ...body } = one as { device_id?: number; public_id?: unknown }
    const name = String(body.public_id ?? '')
      .trim()
      .toLowerCase()
    if (name !== '' && seen.has(name)) issues.push({ field: `devices.${index}.public_id`, rule: 'unique' })
    seen.set(name, index)
    try {
      const device =
        device_id === undefined ? createDevice(context, body) : changeDevice(context, device_id, body)
      const { device_id: id, public_id } = await device
      saved.push({ index, device_id: id, public_id, result: device_id === undefined ? 'created' : 'changed' })
    } catch (error) {
      issues.push(...issuesOfRow(error, index))
    }
  }
  if (issues.length > 0) throw invalid(issues)
  return saved
}

async function changeDevice(context: Context, device_id: unknown, body: object) {
  if (typeof device_id !== 'number' || !Number.isSafeInteger(device_id)) {
    throw invalid([{ field: 'device_id', rule: 'type_number' }])
  }
  await lockRecord(context, devices, device_id)
  return updateDevice(context, device_id, body)
}

/** What one row's refusal says of that row; anything else ends the whole call. */
function issuesOfRow(error: unknown, index: number): Issue[] {
  if (!(error instanceof Refusal)) throw error
  const { issues = [] } = error.options
  if (issues.length === 0) return [{ field: `devices.${index}`, rule: 'not_found' }]
  return issues.map((issue) => ({ ...issue, field: `devices.${index}.${issue.field}` }))
}
