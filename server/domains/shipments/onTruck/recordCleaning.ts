import { sql } from 'kysely'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { CLOCKS_DIFFER } from '#core/domains/shipments/onTruck/checkLift.ts'
import type { recordCleaning as call } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { issueIf } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireSelectable } from '#server/resources/rows.ts'

/**
 * Records that a compartment was cleaned; its earlier contents then restrict nothing.
 * @throws Refusal 404 for a vehicle that the actor may not choose, 422 for a compartment that it does not have, or a
 * time in the future
 */
export async function recordCleaning(
  context: Context,
  truck_id: number,
  { compartment, cleaned_at }: ReceivedBy<typeof call>['body'],
): Promise<ResponseOf<typeof call>['cleaning']> {
  const { db, actor, now } = context
  await requireSelectable(context, tanker_trucks, truck_id, 'truck_id')
  const { rows } = await sql<Vehicle>`select * from tanker_trucks where truck_id = ${truck_id}`.execute(db)
  const limit = compartmentsOf(rows).length
  const at = cleaned_at ? new Date(cleaned_at) : now
  refuseIssues([
    ...issueIf(compartment > limit, { field: 'compartment', rule: 'compartment_missing', params: { limit } }),
    ...issueIf(at.getTime() > now.getTime() + CLOCKS_DIFFER, { field: 'cleaned_at', rule: 'in_future' }),
  ])
  await db
    .insertInto('compartment_cleanings')
    .values({ truck_id, place: compartment, cleaned_at: at, user_id: actor.user_id })
    .execute()
  await audit(context, tanker_trucks.name, truck_id, 'clean', [
    { field: 'compartment', before: null, after: compartment },
    { field: 'cleaned_at', before: null, after: at.toISOString() },
  ])
  return { compartment, cleaned_at: at.toISOString() }
}
