import { withBothFigures } from '#core/domains/shipments/trucks/vehicleFigures.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Ids, TOWNS, TRUCKS } from '../facts.ts'
import { insertRows } from './insertRows.ts'

/** Writes the trucks of the demo's companies with their drivers and the terminals where they load. */
export async function insertTrucks(db: Database, ids: Ids): Promise<void> {
  for (const truck of TRUCKS) {
    const { truck_name, driver, payload, gvwr, compartments, axles, terminal } = truck
    const { vehicle_type, serial, meter_style, vehicle_class, compartment_class5 = null } = truck
    const company_id = ids.get(truck.company)
    if (company_id === undefined) continue
    const driver_id = ids.get(`${driver.first_name} ${driver.last_name}`)
    const gallons = [0, 1, 2, 3, 4].map((at) => [`imperial_compartment${at + 1}`, compartments[at] ?? 0])
    const figures = withBothFigures({
      ...{ imperial_payload: payload, imperial_gvwr: gvwr, imperial_max_weight: payload, ...axles },
      ...Object.fromEntries(gallons),
    })
    const kind = { truck_name, vehicle_type, serial, meter_style, vehicle_class, compartment_class5 }
    const num_of_compartments = compartments.length
    const { latitude, longitude } = getOrThrow(TOWNS, truck.home)
    const home = { home_latitude: latitude, home_longitude: longitude }
    await insertRows(db, 'tanker_trucks', [
      { ...kind, ...home, company_id, driver_id, num_of_compartments, ...figures },
    ])
    if (terminal) await insertRows(db, 'terminals', [{ company_id, name: terminal.name }])
  }
}
