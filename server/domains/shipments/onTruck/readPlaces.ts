import { sql } from 'kysely'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Place } from './readMovements.ts'

/** A compartment of a round: its number on the round, its place on its vehicle, and its litres. */
export interface NumberedPlace extends Place {
  number: number
  truck_title: string
  capacity: number
  /** Vehicle class that it is built for. */
  class: string
}

/** The compartments of a round: the truck's, then the trailer's. */
export async function readPlaces(
  db: Database,
  { truck_id, trailer_id }: { truck_id: number | null; trailer_id: number | null },
): Promise<NumberedPlace[]> {
  const vehicle_ids = [truck_id, trailer_id].filter((id): id is number => id !== null)
  const { rows } = await sql<Vehicle & { truck_id: number; truck_name: string }>`
    select * from tanker_trucks where truck_id = any(${vehicle_ids})`.execute(db)
  const vehicles = vehicle_ids.flatMap((id) => rows.filter((row) => row.truck_id === id))
  const all = compartmentsOf(vehicles)
  return all.map(({ number, vehicle, capacity, class: built }) => ({
    number,
    capacity,
    class: built,
    truck_id: itemAt(vehicles, vehicle).truck_id,
    truck_title: itemAt(vehicles, vehicle).truck_name,
    place: number - findOrThrow(all, (one) => one.vehicle === vehicle).number + 1,
  }))
}
