import { sql } from 'kysely'
import type { DayOfUse } from '#core/domains/telemetry/forecast.ts'
import { MIN_OWN_DAYS } from '#core/domains/telemetry/forecasting/lenders.ts'
import type { Context } from '#server/platform/context.ts'
import { portKey, readDailyUse } from '../history/readDailyUse.ts'

/** Tanks that lend their history to a tank with little of its own. */
const MAX_LENDERS = 6
/** A lender may be larger or smaller by at most this factor. */
const SIZE_FACTOR = 2

interface Port {
  device_id: number
  port_number: number
}

interface Lender extends Port {
  of_device: number
  of_port: number
  /** Capacity of the tank with little data divided by that of the lender. */
  scale: number
}

/**
 * Use of similar tanks for tanks with too little data, by `portKey`. Lenders are of the same company, because a
 * forecast must not disclose another company's use, of the same product, and about as large; most similar first.
 * Their use is scaled to the capacity of the borrowing tank.
 */
export async function readKin(
  { db, now }: Pick<Context, 'db' | 'now'>,
  young: readonly Port[],
  last: number,
): Promise<Map<string, DayOfUse[][]>> {
  const kin = new Map<string, DayOfUse[][]>()
  if (young.length === 0) return kin
  const { rows: lenders } = await sql<Lender>`
    select young.device_id as of_device, young.port_number as of_port, lender.*
    from unnest(${young.map((port) => port.device_id)}::int8[], ${young.map((port) => port.port_number)}::int2[])
        as young (device_id, port_number)
      join devices d on d.device_id = young.device_id
      join device_ports p on p.device_id = young.device_id and p.port_number = young.port_number
      cross join lateral (
        select s.device_id, s.port_number, (p.def_liters / other.def_liters)::float8 as scale
        from devices of_same join device_ports other on other.device_id = of_same.device_id and other.active = 1
          join port_states s on s.device_id = other.device_id and s.port_number = other.port_number
        where of_same.company_id = d.company_id and of_same.status in ('normal', 'demo')
          and other.product_id = p.product_id and other.device_ports_id <> p.device_ports_id
          and other.def_liters > 0 and p.def_liters between other.def_liters / ${SIZE_FACTOR}::numeric and other.def_liters * ${SIZE_FACTOR}::numeric
          and (s.use_course ->> 'known')::float8 >= ${MIN_OWN_DAYS}::float8
        order by abs(ln(p.def_liters / other.def_liters)), other.device_ports_id
        limit ${MAX_LENDERS}) as lender`.execute(db)
  const ports = new Map(lenders.map((lender) => [portKey(lender), { ...lender, until: now }]))
  const days = await readDailyUse(db, [...ports.values()], last)
  for (const { of_device, of_port, scale, ...lender } of lenders) {
    const key = portKey({ device_id: of_device, port_number: of_port })
    const scaled = (days.get(portKey(lender)) ?? []).map((day) => ({ ...day, used: day.used * scale }))
    kin.set(key, [...(kin.get(key) ?? []), scaled])
  }
  return kin
}
