import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { Values } from '#core/platform/values.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptBothUnits, refuseWrongSize } from './refuseWrongSize.ts'

/** Creates a manufacturer's spec, with sizes in either unit system. Its dimensions are optional, its capacity is not. */
export async function createSpec(context: Context, body: Values) {
  const values: NewRecordOf<typeof tank_specs> = await acceptBothUnits(body, (input) =>
    acceptNew(context, tank_specs, input),
  )
  await refuseWrongSize(context, { before: null, after: values, body, areSidesOptional: true })
  return insertRecord(context, tank_specs, values)
}

export async function updateSpec(context: Context, id: number, body: Values) {
  const before = await lockRecord(context, tank_specs, id)
  const changes: ChangesOf<typeof tank_specs> = await acceptBothUnits(body, (input) =>
    acceptChanges(context, tank_specs, input, before),
  )
  const after = { ...before, ...changes }
  await refuseWrongSize(context, { before, after, body, areSidesOptional: true })
  return updateRecord(context, tank_specs, id, changes)
}
