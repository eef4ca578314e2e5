import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { listNeeds } from '#core/domains/dispatch/calls.ts'
import type { Need } from '#core/domains/dispatch/judgeNeed.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type CarriedLiquid, classOf } from '#core/domains/tanks/vehicleClasses.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { isFilledSince, measuredAt } from '#server/domains/devices/measuredLevel.ts'
import { readCreditStandings } from '#server/domains/orders/accounts/creditStanding.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import type { NeedLine } from './readNeedLines.ts'

/** The first round that comes to a tank, with all that it brings there, L. */
export interface FirstRound {
  shipment_number: string
  day: string
  liters: number
}

/** A tank or an order line with its need. */
export interface JudgedNeed {
  need: Need
  line: NeedLine | null
  /** Its tank; of several the one that runs out first. */
  port: number | null
  percent: number | null
  /** The first round that comes to its tank. */
  first: FirstRound | null
  company_id: number
  company_title: string
  product_id: number
  product_title: string
}

interface Shown {
  device_ports_id: number
  port_number: number
  device_id: number
  public_id: string
  place: string
  color: string | null
  percent: number | null
  percent_low: number | null
  percent_high: number | null
  level: string | null
  level_source: 'measured' | 'estimated'
  level_age: number | null
  delivered_at: string | null
  latitude: number | null
  longitude: number | null
}

/** Details of needs for the board, read for one page of them only. */
export async function describeNeeds(
  context: Context,
  needs: readonly JudgedNeed[],
): Promise<ResponseOf<typeof listNeeds>['needs']> {
  const ports = needs.flatMap(({ port }) => port ?? [])
  const shown = await readShown(context, ports)
  const unreleased = await readUnreleased(context, ports)
  const tanks = await readTanks(
    context,
    needs.map(({ line, port, product_id }) => ({
      document_detail_id: line?.document_detail_id ?? null,
      device_ports_id: line ? null : port,
      product_id,
    })),
    null,
  )
  const standings = await readCreditStandings(
    context,
    needs.map(({ company_id }) => company_id),
  )
  const carriageOf = await readCarriage(context, needs)
  return needs.map((judged, index) => {
    const { need, line, port, percent: _, first, ...of } = judged
    const standing = standings.get(of.company_id)
    const { room = null, celsius = null } = tanks[index] ?? {}
    const fits = room === null ? null : Math.max(room, 0)
    const left = line?.liters_left
    const isShort = left !== undefined && room !== null && room < left
    return {
      ...need,
      ...of,
      ...carriageOf(of),
      credit: standing?.credit_hold === 1 ? 'hold' : standing?.is_over ? 'over' : null,
      ...placeOf(judged, port === null ? undefined : shown.get(port)),
      ordered_liters: left ?? null,
      first: isShort ? first : null,
      unreleased: (port !== null && unreleased.get(port)) || null,
      room: fits,
      room_celsius: celsius,
      quantity_liters: Math.min(left ?? Number.POSITIVE_INFINITY, fits ?? left ?? 0),
    }
  })
}

type Carriage = Pick<ResponseOf<typeof listNeeds>['needs'][number], 'product_class' | 'haulers'>

/** What decides which trucks can bring a need. */
async function readCarriage(
  { db }: Context,
  needs: readonly JudgedNeed[],
): Promise<(need: Pick<JudgedNeed, 'company_id' | 'product_id'>) => Carriage> {
  const { rows: products } = await sql<CarriedLiquid & { product_id: number }>`
    select product_id, product_group, vehicle_class from tank_products
    where product_id = any(${[...new Set(needs.map(({ product_id }) => product_id))]})`.execute(db)
  const { rows: haulers } = await sql<{ company_id: number; above: number }>`
    with recursive reach as (
      select company_id, company_id as above from companies
      where company_id = any(${[...new Set(needs.map(({ company_id }) => company_id))]})
      union select r.company_id, c.parent_id from reach r join companies c on c.company_id = r.above
      where c.parent_id is not null)
    select company_id, above from reach`.execute(db)
  const classes = new Map(products.map(({ product_id, ...liquid }) => [product_id, classOf(liquid)]))
  const above = groupBy(haulers, ({ company_id }) => company_id)
  return ({ company_id, product_id }) => ({
    product_class: classes.get(product_id) ?? null,
    haulers: (above.get(company_id) ?? []).map((one) => one.above),
  })
}

type ShownTank = Awaited<ReturnType<typeof readShown>> extends Map<number, infer Tank> ? Tank : never

/** The order line or the tank of a need, and what is known of its content. */
function placeOf({ line, port }: JudgedNeed, tank: ShownTank | undefined) {
  const range: [number, number] | null =
    tank?.percent_low == null || tank.percent_high === null ? null : [tank.percent_low, tank.percent_high]
  return {
    key: line ? `line:${line.document_detail_id}` : `tank:${port}`,
    device_ports_id: line ? null : port,
    port_number: tank?.port_number ?? null,
    document_detail_id: line?.document_detail_id ?? null,
    document_id: line?.document_id ?? null,
    document_number: line?.document_number ?? null,
    device_id: tank?.device_id ?? line?.device_id ?? null,
    public_id: tank?.public_id ?? null,
    place: tank?.place ?? line?.place ?? null,
    color: tank?.color ?? line?.color ?? null,
    percent: tank?.percent ?? null,
    percent_range: range,
    level: tank?.level ?? null,
    level_source: tank?.level_source ?? ('measured' as const),
    level_age: tank?.level_age ?? null,
    delivered_at: tank?.delivered_at ?? null,
    latitude: tank?.latitude ?? null,
    longitude: tank?.longitude ?? null,
  }
}

async function readShown({ db, actor }: Context, ports: readonly number[]): Promise<Map<number, Shown>> {
  if (ports.length === 0) return new Map()
  const { rows } = await sql<Shown>`
    select t.device_ports_id, t.port_number, v.device_id, v.public_id, coalesce(device_label(v), v.public_id) as place, p.color,
      s.percent::float8 as percent, (s.volume_low / t.def_liters * 100)::float8 as percent_low,
      (s.volume_high / t.def_liters * 100)::float8 as percent_high, s.level,
      case when s.estimated_at is null then 'measured' else 'estimated' end as level_source,
      extract(epoch from now() - ${measuredAt})::float8 as level_age,
      case when s.estimated_at is not null and ${isFilledSince} then s.delivered_at end as delivered_at,
      coalesce(v.latitude::float8, ds.latitude) as latitude, coalesce(v.longitude::float8, ds.longitude) as longitude
    from device_ports t join devices v using (device_id) join port_states s using (device_id, port_number)
      left join device_states ds using (device_id) left join tank_products p on p.product_id = t.product_id
    where t.device_ports_id = any(${[...new Set(ports)]}) and ${visible(actor, devices, 'v')}`.execute(db)
  return new Map(rows.map((row) => [row.device_ports_id, row]))
}

type Unreleased = NonNullable<ResponseOf<typeof listNeeds>['needs'][number]['unreleased']>

/** The oldest order for each tank that is not released yet: on the board, the tank itself is the need until then. */
async function readUnreleased(
  { db, actor }: Context,
  ports: readonly number[],
): Promise<Map<number, Unreleased>> {
  if (ports.length === 0 || !mayRead(actor, transaction_documents)) return new Map()
  const { rows } = await sql<Unreleased & { port: number }>`
    select distinct on (t.device_ports_id) t.device_ports_id as port, o.document_id, o.document_number
    from device_ports t join transaction_documents o using (device_id)
      join transaction_document_details l on l.document_id = o.document_id
    where t.device_ports_id = any(${[...new Set(ports)]}) and o.document_type = 'sales_order' and o.archived = 0
      and o.status_id = ${DOCUMENT_STATUS.new} and t.device_ports_id = any(load_ports(null, l.document_detail_id, l.product_id))
      and ${visible(actor, transaction_documents, 'o')}
    order by t.device_ports_id, o.document_id`.execute(db)
  return new Map(rows.map(({ port, ...order }) => [port, order]))
}
