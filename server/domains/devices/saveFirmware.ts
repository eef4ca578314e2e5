import { firmware_versions } from '#core/domains/devices/firmware_versions.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { standardOperations } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

const standard = standardOperations(firmware_versions)

interface Curve {
  battery_empty?: unknown
  battery_full?: unknown
}

export function createFirmware(context: Context, body: Values) {
  refuseFlatCurve(body)
  return standard.create(context, body)
}

/** Changes a firmware version; an unset curve can stay unset. */
export async function updateFirmware(context: Context, id: number, body: Values) {
  const { battery_empty, battery_full }: Curve = body
  const current = await lockRecord(context, firmware_versions, id)
  const isOther = (input: unknown, stored: unknown) => input != null && Number(input) !== Number(stored)
  const isChanged =
    isOther(battery_empty, current.battery_empty) || isOther(battery_full, current.battery_full)
  if (isChanged) refuseFlatCurve(body)
  return standard.update(context, id, body)
}

/** A curve must rise: 0 at both ends means none. @throws Refusal 422 */
function refuseFlatCurve({ battery_empty, battery_full }: Curve): void {
  const isStated = battery_full != null && battery_empty != null
  const isFlat = isStated && Number(battery_full) === Number(battery_empty)
  if (isFlat) refuseIssues([{ field: 'battery_full', rule: 'above_empty' }])
}
