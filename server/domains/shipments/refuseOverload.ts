import { sql } from 'kysely'
import { checkLoad, type Load, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { Context } from '#server/platform/context.ts'
import type { DetailRow } from '#server/resources/details.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import type { Shipment } from './readShipment.ts'

/**
 * Refuses a round that the vehicles cannot carry, or that a watched tank cannot take unless the planner has said that
 * he wants it so.
 * @throws Refusal 422 naming each load that is wrong.
 */
export async function refuseOverload(
  context: Context,
  shipment: Pick<Shipment, 'truck_id' | 'trailer_id' | 'overrule_ullage'>,
  details: readonly DetailRow[],
): Promise<void> {
  const vehicles = await readVehicles(context, [shipment.truck_id, shipment.trailer_id])
  const loads = await Promise.all(details.map((row) => loadOf(context, row)))
  const issues = checkLoad(vehicles, loads).filter(
    ({ rule }) => rule !== 'over_ullage' || shipment.overrule_ullage !== 1,
  )
  refuseIssues(
    issues.map(({ index, rule, params }) => ({
      field: `details.${index}.${rule === 'two_products' || rule === 'compartment_missing' ? 'compartment' : 'quantity_ordered'}`,
      rule,
      params: { ...params },
    })),
  )
}

async function readVehicles({ db }: Context, ids: readonly (number | null)[]): Promise<Vehicle[]> {
  const given = ids.filter((id): id is number => id != null)
  const { rows } = await sql<Vehicle & { truck_id: number }>`
    select * from tanker_trucks where truck_id = any(${given})`.execute(db)
  return given.flatMap((id) => rows.filter(({ truck_id }) => truck_id === id))
}

/** The tank is the one that is named, or the order's: the port of its device that holds the product. */
async function loadOf({ db }: Context, row: DetailRow): Promise<Load> {
  const { rows } = await sql<{ specific_gravity: string; ullage: number | null }>`
    select p.specific_gravity, (
      select greatest(port.def_liters - s.volume, 0)::float8
      from device_ports port join port_states s using (device_id, port_number)
      where port.active = 1 and port.def_liters > 0 and s.volume is not null
        and (port.device_ports_id = ${row['device_ports_id'] ?? null}
          or (${row['device_ports_id'] ?? null}::int8 is null and port.product_id = p.product_id
            and port.device_id = (select o.device_id from transaction_document_details l
              join transaction_documents o using (document_id)
              where l.document_detail_id = ${row['document_detail_id'] ?? null})))
      order by 1 desc limit 1) as ullage
    from tank_products p where p.product_id = ${row['product_id']}`.execute(db)
  return {
    product_id: Number(row['product_id']),
    compartment: row['compartment'] == null ? null : Number(row['compartment']),
    quantity: Number(row['quantity_ordered']),
    specific_gravity: rows[0]?.specific_gravity ?? '1',
    ullage: rows[0]?.ullage ?? null,
  }
}
