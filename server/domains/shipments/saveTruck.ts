import { sql } from 'kysely'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { contradictions, withBothFigures } from '#core/domains/shipments/trucks/vehicleFigures.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

type Truck = RecordOf<typeof tanker_trucks>

/** Adds a vehicle; its figures are in gallons and pounds or in litres and kilograms. */
export async function createTruck(context: Context, body: Values): Promise<Truck> {
  const values = acceptNew(context, tanker_trucks, bothFigures(body, {}))
  return insertRecord(context, tanker_trucks, values)
}

/** Changes a vehicle; figures that are sent back unchanged keep their exact stored values. */
export async function updateTruck(context: Context, id: number, body: Values): Promise<Truck> {
  const before = await lockRecord(context, tanker_trucks, id)
  const values = acceptChanges(context, tanker_trucks, bothFigures(body, before), before)
  if (values.company_id !== undefined && values.company_id !== before.company_id)
    await refuseInUse(context, id)
  return updateRecord(context, tanker_trucks, id, values)
}

/** A vehicle stays with its company while rounds use it, because the rounds belong to that company. @throws Refusal 409 that names the round */
async function refuseInUse({ db }: Context, id: number): Promise<void> {
  const { rows } = await sql<{ shipment_number: string }>`select shipment_number from shipment_planners
    where ${id}::int8 in (truck_id, trailer_id)
      and status_id = any(${UNFINISHED_STATUSES}) limit 1`.execute(db)
  if (rows[0]) throw conflict('messages.truck_in_use', { round: rows[0].shipment_number })
}

function bothFigures(body: Values, before: Values): Values {
  const values = withBothFigures(body, before)
  const fresh = Object.fromEntries(Object.entries(body).filter(([name]) => name in values))
  refuseIssues(contradictions(fresh).map((field) => ({ field, rule: 'units_differ' })))
  return values
}
