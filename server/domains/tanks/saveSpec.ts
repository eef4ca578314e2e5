import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { Context } from '#server/platform/context.ts'
import { standardOperations } from '#server/resources/operations.ts'
import { refuseIssues } from '#server/resources/validate.ts'

const standard = standardOperations(tank_specs)

/** A manufacturer's tank, whose sizes may be given in either unit system. */
export function createSpec(context: Context, body: object) {
  const { values, issues } = withBothUnits(body)
  refuseIssues(issues)
  return standard.create(context, values)
}

export function updateSpec(context: Context, id: number, body: object) {
  const { values, issues } = withBothUnits(body)
  refuseIssues(issues)
  return standard.update(context, id, values)
}
