import { sql } from 'kysely'
import type { listLastProducts } from '#core/domains/shipments/calls.ts'
import { gradeOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { requireSelectable } from '#server/resources/rows.ts'
import { keyOf, readExpected, readLastContents } from './onTruck/readMovements.ts'

interface Round {
  shipment_id?: number | null
  truck_id: number | null
  trailer_id: number | null
}

/** Truck and trailer of a round, with the last and the expected content of their compartments. */
export async function readVehicles(
  { db }: Context,
  round: Round,
): Promise<(Vehicle & { truck_id: number })[]> {
  const vehicle_ids = [round.truck_id, round.trailer_id].filter((id): id is number => id != null)
  if (vehicle_ids.length === 0) return []
  const { rows } = await sql<Vehicle & { truck_id: number }>`
    select * from tanker_trucks where truck_id = any(${vehicle_ids})`.execute(db)
  const last = await readLastContents(db, vehicle_ids, round.shipment_id ?? null)
  const expected = await readExpected(db, vehicle_ids, round.shipment_id ?? null)
  return vehicle_ids.flatMap((id) =>
    rows
      .filter(({ truck_id }) => truck_id === id)
      .map((vehicle) => ({
        ...vehicle,
        last_products: Array.from(
          { length: vehicle.num_of_compartments },
          (_, index) => last.get(keyOf({ truck_id: id, place: index + 1 })) ?? null,
        ),
        carried: Array.from(
          { length: vehicle.num_of_compartments },
          (_, index) => expected.get(keyOf({ truck_id: id, place: index + 1 })) ?? null,
        ),
      })),
  )
}

/**
 * Last products in the compartments of truck and trailer, for planning; nothing else of those rounds.
 * @throws Refusal 404 for a vehicle that the planner may not choose
 */
export async function readLastProducts(
  context: Context,
  round: Partial<Round>,
): Promise<ResponseOf<typeof listLastProducts>['last_products']> {
  const { truck_id = null, trailer_id = null, shipment_id = null } = round
  for (const [field, id] of Object.entries({ truck_id, trailer_id })) {
    if (id !== null) await requireSelectable(context, tanker_trucks, id, field)
  }
  const vehicles = await readVehicles(context, { truck_id, trailer_id, shipment_id })
  return vehicles.map(({ truck_id: id, last_products = [], carried = [] }) => ({
    truck_id: id,
    carried: carried.map(
      (item) =>
        item && {
          ...{ product_id: item.product_id, grade: gradeOf(item), not_beside: item.not_beside },
          ...{ liters: item.liters, specific_gravity: String(item.specific_gravity) },
        },
    ),
    last_products: last_products.map(
      (product) =>
        product && {
          product_id: product.product_id,
          grade: gradeOf(product),
          not_followed_by: product.not_followed_by,
        },
    ),
  }))
}

/** Locks the vehicles until the transaction ends, so that no vehicle leaves twice. */
export async function lockVehicles({ db }: Context, { truck_id, trailer_id }: Round): Promise<void> {
  const vehicle_ids = [truck_id, trailer_id].filter((id): id is number => id != null)
  await sql`select from tanker_trucks where truck_id = any(${vehicle_ids}) order by truck_id for no key update`.execute(
    db,
  )
}
