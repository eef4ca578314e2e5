import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { planLoads } from '#core/domains/dispatch/calls.ts'
import { TO_DELIVER_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { loadIssueParams } from '#core/domains/shipments/loadIssueParams.ts'
import { LITRES_PER_GALLON } from '#core/domains/shipments/trucks/vehicleFigures.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { volumeCode } from '#core/platform/numbers/units.ts'
import { leftOf } from '#server/domains/shipments/listLoadChoices.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'

type Wanted = ReceivedBy<typeof planLoads>['body']['loads'][number]

/** Facts that lead from a wanted item to its product and tanks. */
export interface WantedSource {
  device_ports_id: number | null
  document_detail_id: number | null
  product_id: number
  /** Remaining quantity of a line in its unit and in litres. */
  quantity_left: string | null
  liters_left: number | null
  unit_id: number | null
}

/**
 * The items to put on a truck, with their products.
 * @throws Refusal 404 for tanks and orders that the planner does not see, or that wait for nothing
 */
export async function readWanted(context: Context, wanted: readonly Wanted[]): Promise<WantedSource[]> {
  const { db, actor } = context
  const none = sql<boolean>`false`
  const { rows: tanks } = await sql<{ device_ports_id: number; product_id: number }>`
    select t.device_ports_id, t.product_id from device_ports t join devices v using (device_id)
    where t.device_ports_id = any(${wanted.map((item) => item.device_ports_id ?? 0)}) and t.active = 1
      and t.product_id is not null and ${mayRead(actor, devices) ? visible(actor, devices, 'v') : none}`.execute(
    db,
  )
  const { rows: lines } = await sql<Omit<WantedSource, 'device_ports_id'> & { document_detail_id: number }>`
    select l.document_detail_id, l.product_id, round(${leftOf({})} / u.factor, 3)::text as quantity_left,
      ${leftOf({})}::float8 as liters_left, l.unit_id
    from transaction_document_details l join transaction_documents o using (document_id)
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where l.document_detail_id = any(${wanted.map((item) => item.document_detail_id ?? 0)})
      and o.document_type = 'sales_order' and o.archived = 0
      and o.status_id = any(${TO_DELIVER_STATUSES})
      and ${mayRead(actor, transaction_documents) ? visible(actor, transaction_documents, 'o') : none}`.execute(
    db,
  )
  return wanted.map((item, index) => {
    const line = lines.find(({ document_detail_id }) => document_detail_id === item.document_detail_id)
    if (line) return { ...line, device_ports_id: null }
    const tank = tanks.find(({ device_ports_id }) => device_ports_id === item.device_ports_id)
    if (!tank) {
      throw notFound(
        `loads.${index}.${item.device_ports_id == null ? 'document_detail_id' : 'device_ports_id'}`,
      )
    }
    return { ...tank, document_detail_id: null, quantity_left: null, liters_left: null, unit_id: null }
  })
}

/**
 * Loads for the wanted items: the quantity given, or else what the tanks can take and the order still needs, in whole
 * units of the planner.
 * @param isFull what to do with a tank that can take nothing
 * @throws Refusal 422 for a tank that can take nothing, unless it is left out
 */
export async function loadsOfWanted(
  context: Context,
  wanted: readonly Wanted[],
  sources: readonly WantedSource[],
  isFull: 'refuse' | 'leave out' = 'refuse',
): Promise<LoadRow[]> {
  const { actor } = context
  const own = await readOwnUnit(context)
  const tanks = await readTanks(
    context,
    sources.map(({ device_ports_id, document_detail_id, product_id }) => ({
      ...{ device_ports_id, document_detail_id, product_id },
    })),
    null,
  )
  const taken = new Map<number, number>()
  return sources.flatMap((source, index): LoadRow[] => {
    const { device_ports_id, document_detail_id, product_id, liters_left } = source
    const load = { device_ports_id, document_detail_id, product_id }
    const { quantity, unit_id } = itemAt(wanted, index)
    if (quantity != null) return [{ ...load, quantity, unit_id: unit_id ?? own.id }]
    const { tanks: ports, room } = itemAt(tanks, index)
    // Two loads for one tank share its room.
    const before = ports.reduce((sum, id) => sum + (taken.get(id) ?? 0), 0)
    const fits = room === null ? Number.POSITIVE_INFINITY : Math.max(room - before, 0)
    const litres = Math.min(liters_left ?? Number.POSITIVE_INFINITY, fits)
    const whole = Number.isFinite(litres) ? Math.floor((litres + ROOM_ROUNDING) / own.size) : 0
    const isWholeLine = liters_left !== null && liters_left <= fits + ROOM_ROUNDING
    if (whole < 1 && !isWholeLine) {
      if (isFull === 'leave out') return []
      const params = loadIssueParams({ rule: 'over_ullage', params: { limit: 0 } }, actor)
      throw invalid([{ field: `loads.${index}.quantity`, rule: 'over_ullage', params }])
    }
    if (ports[0] !== undefined) taken.set(ports[0], (taken.get(ports[0]) ?? 0) + litres)
    return isWholeLine
      ? [{ ...load, quantity: source.quantity_left, unit_id: source.unit_id }]
      : [{ ...load, quantity: String(whole), unit_id: own.id }]
  })
}

/** The planner's unit of volume. */
export async function readOwnUnit({ db, actor }: Context): Promise<{ id: number; size: number }> {
  const code = volumeCode(actor.units)
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = ${code}`.execute(db)
  return { id: firstOf(rows).id, size: code === 'gal' ? Number(LITRES_PER_GALLON) : 1 }
}
