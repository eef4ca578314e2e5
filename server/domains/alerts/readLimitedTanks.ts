import { sql } from 'kysely'
import type { LimitedTank } from '#core/domains/tanks/fullness.ts'
import type { Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'

/** A tank with the limits of its level. */
export type JudgedTank = LimitedTank & { port_number: number }

/** The percent at which a level rule currently opens its alert; null if it is not set, or for other rules. */
export function levelLimit(
  rule: string,
  { reorder_yellow, reorder_red, fullness }: Thresholds,
): number | null {
  const limits: Readonly<Record<string, number | null | undefined>> = {
    ...{ urgent: reorder_red, mild: reorder_yellow, overfill: fullness?.max_fill },
  }
  return limits[rule] ?? null
}

/** The watched tanks of a device. The caller has checked that the actor may see the device. */
export async function readLimitedTanks({ db }: Context, device_id: number): Promise<JudgedTank[]> {
  const { rows } = await sql<JudgedTank>`
    select p.port_number, ${sql.raw(TANK_COLUMNS)}, p.reorder_yellow::float8, p.reorder_red::float8, pr.product_group,
      pr.specific_gravity::float8, pr.max_fill::float8 as product_max_fill, p.max_fill::float8 as tank_max_fill,
      s.change_state -> 'usual' as usual
    from device_ports p left join tank_products pr using (product_id)
      left join tank_types t using (tank_type_id)
      left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
    where p.device_id = ${device_id} and p.active = 1 order by p.port_number`.execute(db)
  return rows
}
