import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { refuseWrongSize } from './refuseWrongSize.ts'

/** A manufacturer's tank, whose sizes may be given in either unit system. Its dimensions may be left out, its capacity not. */
export async function createSpec(context: Context, body: object) {
  const { values: given, issues } = withBothUnits(body)
  refuseIssues(issues)
  const values = acceptNew(context, tank_specs, given) as NewRecordOf<typeof tank_specs>
  await refuseWrongSize(context, { before: null, after: values, body, areSidesOptional: true })
  return insertRecord(context, tank_specs, values)
}

export async function updateSpec(context: Context, id: number, body: object) {
  const { values: given, issues } = withBothUnits(body)
  refuseIssues(issues)
  const before = await lockRecord(context, tank_specs, id)
  const changes = acceptChanges(context, tank_specs, given, before) as ChangesOf<typeof tank_specs>
  const after = { ...before, ...changes }
  await refuseWrongSize(context, { before, after, body, areSidesOptional: true })
  return updateRecord(context, tank_specs, id, changes)
}
