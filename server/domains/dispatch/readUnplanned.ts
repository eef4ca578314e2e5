import { sql } from 'kysely'
import type { listNeeds } from '#core/domains/dispatch/calls.ts'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { type CarriedLiquid, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { selectableRows } from '#server/resources/rights/visible.ts'
import { describeNeeds, type JudgedNeed } from './describeNeeds.ts'
import { servedBy } from './servedBy.ts'

type Unplanned = ResponseOf<typeof listNeeds>['unplanned']

/** Most tanks named with each reason; the others are only counted. */
const MAX_NAMED = 10

/**
 * The tanks that run dry and that no planner fills unless something changes: no truck of their company carries their product, or
 * their customer has to call first. In the order of the needs.
 */
export async function readUnplanned(context: Context, needs: readonly JudgedNeed[]): Promise<Unplanned> {
  const pressing = needs.filter(
    ({ need: { rank, reason } }) =>
      (rank === 'must' && reason !== 'late_round') || reason === 'low_will_call',
  )
  if (pressing.length === 0) return []
  const canBring = await readCarriers(
    context,
    pressing.map(({ product_id }) => product_id),
  )
  const groups = [
    { why: 'no_truck' as const, own: pressing.filter((item) => !canBring(item)) },
    {
      why: 'will_call' as const,
      own: pressing.filter((item) => item.need.reason === 'low_will_call' && canBring(item)),
    },
  ]
  const found: Unplanned = []
  for (const { why, own } of groups) {
    if (own.length === 0) continue
    const named = await describeNeeds(context, own.slice(0, MAX_NAMED))
    found.push({
      ...{ why, total: own.length },
      products: [...new Set(own.map(({ product_title }) => product_title))],
      tanks: named.map(({ key, device_id, place, company_title, product_title }) => {
        return { key, device_id, place, company_title, product_title }
      }),
    })
  }
  return found
}

interface TruckRow extends Vehicle {
  /** Its company and all below it, to which it may deliver. */
  companies: number[]
}

/** Whether one of the trucks and trailers that the actor may send can bring the product of a need. */
async function readCarriers(
  { db, actor }: Context,
  product_ids: readonly number[],
): Promise<(need: Pick<JudgedNeed, 'company_id' | 'product_id'>) => boolean> {
  const { rows: trucks } = await sql<TruckRow>`
    select t.*, ${servedBy('t')} as companies
    from tanker_trucks t where ${selectableRows(actor, tanker_trucks, 't')}`.execute(db)
  const { rows: products } = await sql<CarriedLiquid & { product_id: number }>`
    select product_id, product_group, vehicle_class from tank_products
    where product_id = any(${[...new Set(product_ids)]})`.execute(db)
  const liquids = new Map(products.map(({ product_id, ...liquid }) => [product_id, liquid]))
  return ({ company_id, product_id }) => {
    const liquid = liquids.get(product_id) ?? {}
    return trucks.some(
      (truck) =>
        truck.companies.includes(company_id) &&
        compartmentsOf([truck]).some((compartment) => mayCarry(compartment.class, liquid)),
    )
  }
}
