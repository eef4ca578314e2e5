import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { StopOfShipment } from '#core/domains/shipments/shipmentStops.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { describeIssue } from '#server/resources/answers.ts'
import { likeAnywhere } from '#server/resources/lists/likePattern.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { idsNamedLike, type QueryFilters } from '#server/resources/lists/matchingRows.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readRecord } from '#server/resources/rows.ts'
import { isOnlyReceiver } from './deliveries/stopsInReach.ts'
import { paperIssues } from './onTruck/shippingPaper.ts'
import { readMailed } from './readMailed.ts'
import { readStops } from './readStops.ts'
import { readTanks } from './readTanks.ts'
import { readWarnings } from './readWarnings.ts'
import { describeRoute } from './route/describeRoute.ts'
import { timeRoutes } from './route/timeRoutes.ts'

export type Shipment = RecordOf<typeof shipment_planners>

/** A shipment in a response. */
export type ShipmentResponse = Shipment & { stops: StopOfShipment[]; details: ShipmentLoad[] }

/** A load in a response, with its product's name and its order. */
type ShipmentLoad = Omit<RecordOf<typeof shipment_planner_details>, 'created_at' | 'updated_at'> & {
  product_title: string
  document_number: string | null
  unit_title: string
  unit_code: string | null
  delivered_unit_title: string | null
  delivered_unit_code: string | null
  tank_title: string | null
  /** Place name of its tank, or of its order's device; null if the actor may not see it. */
  place: string | null
  public_id: string | null
}

/** The receiver's signature as a PNG data URL, with place and time. */
interface Receipt {
  signature: string
  signed_by: string | null
  signed_place: { latitude: number; longitude: number } | null
}

/** An overruled limit with its reason, stored with the shipment. */
interface Overrule {
  shipment_detail_id: number | null
  stage: 'plan' | 'finalize'
  rule: string
  quantity_liters: number | null
  limit_liters: number | null
  reason: string
  at: string
  by: string | null
}

/**
 * A search also finds shipments with a stop at a place or a company of that name; for users who only receive, only by their own stops. An
 * account limited to devices may not see every stop.
 */
export const shipmentFilters: QueryFilters = {
  search: ({ actor }, text) => {
    if (actor.limits.devices) return sql<boolean>`false`
    const pattern = likeAnywhere(text)
    const isSeen =
      isOnlyReceiver(actor) && actor.companies !== 'all'
        ? sql`company_id = any(${actor.companies})`
        : sql`true`
    return sql<boolean>`shipment_planners.shipment_id = any(array(
      select shipment_id from shipment_stops where place ilike ${pattern} and ${isSeen}
      union all select shipment_id from shipment_stops
        where company_id = any(array(${idsNamedLike(actor, companies, pattern)})) and ${isSeen}))`
  },
}

/** A page of shipments, each with its trailer under both names of the API. */
export async function listShipments(context: Context, query: ListQuery): Promise<Page<Shipment>> {
  const { rows, page } = await listRecords(context, shipment_planners, query, shipmentFilters)
  return {
    rows: rows.map((row) => ('trailer_id' in row ? { ...row, vehicle_id: row.trailer_id } : row)),
    page,
  }
}

/**
 * One shipment with its loads and, once received, the signature. A customer who plans no rounds sees only the stops
 * and loads of their own companies.
 * @param travel without it, warnings about driving are left out
 */
export async function readShipment(
  context: Context,
  id: number,
  travel?: TravelTimes,
): Promise<ShipmentResponse> {
  const whole = await readWholeShipment(context, id, travel)
  const { companies } = context.actor
  if (!isOnlyReceiver(context.actor) || companies === 'all') return whole
  const isOwn = ({ company_id }: { company_id: number | null }) =>
    company_id === null || companies.includes(company_id)
  const details = whole.details.filter(isOwn)
  const own = new Set(details.map(({ shipment_detail_id }) => shipment_detail_id))
  const isAlone = details.length === whole.details.length
  return {
    ...whole,
    ...{
      details,
      stops: whole.stops.filter(isOwn),
      overrules: whole.overrules.filter(({ shipment_detail_id: load }) => load !== null && own.has(load)),
    },
    // Warnings of the whole round name other customers, and the signature may be one of theirs.
    ...(!isAlone && { warnings: [], signature: null, signed_place: null, signed_by: null }),
  }
}

async function readWholeShipment(context: Context, id: number, travel?: TravelTimes) {
  const shipment = await readRecord(context, shipment_planners, id)
  const details = await readLoads(context, id)
  const isDraft = shipment.status_id === SHIPMENT_STATUS.draft
  const tanks = isDraft ? await readTanks(context, details, id) : []
  const warnings = isDraft
    ? [...(await readWarnings(context, shipment)), ...(await paperIssues(context, shipment)).issues]
    : []
  const overrules = await readOverrules(context, id)
  const [receipt = { signature: null, signed_by: null, signed_place: null }] = await runPrepared(
    context.db,
    sql<Receipt>`
    select signature, (select signed_by from shipment_planners where shipment_id = ${id}) as signed_by, case when latitude is not null and longitude is not null then
      json_build_object('latitude', latitude, 'longitude', longitude) end as signed_place
    from shipment_signatures where shipment_id = ${id}`,
  )
  const { language } = context.actor
  return {
    ...shipment,
    ...receipt,
    ...{
      stops: await readMailedStops(context, id),
      details: details.map((load, index) => {
        const tank = tanks[index]
        return tank ? { ...load, tanks: tank.tanks, room: tank.room, room_celsius: tank.celsius } : load
      }),
      overrules,
      warnings: [
        ...warnings.map((issue) => describeIssue(language, issue)),
        ...(isDraft && travel ? await hoursWarnings(context, travel, id) : []),
      ],
    },
    // In the fleet's labels a trailer is a vehicle, like the truck.
    ...{ vehicle_id: shipment.trailer_id },
  }
}

/** The stops of a shipment, each with the addresses to which its tickets were mailed. */
async function readMailedStops(context: Context, id: number) {
  const mailed = await readMailed(context, id)
  return (await readStops(context, id)).map((stop) => ({
    ...stop,
    mailed_to: mailed.filter(({ stop_id }) => stop_id === stop.stop_id).map(({ stop_id: _, ...one }) => one),
  }))
}

function readOverrules(context: Context, id: number): Promise<Overrule[]> {
  return runPrepared(
    context.db,
    sql<Overrule>`
    select o.shipment_detail_id, o.stage, o.rule, o.quantity_liters::float8 as quantity_liters,
      o.limit_liters::float8 as limit_liters, o.reason, o.at,
      ${nameForReader(context.actor, 'u', fullNameSql('u'))} as by
    from shipment_overrules o left join users u using (user_id)
    where o.shipment_id = ${id} order by o.shipment_overrule_id`,
  )
}

function readLoads(context: Context, id: number): Promise<ShipmentLoad[]> {
  return runPrepared(
    context.db,
    sql<ShipmentLoad>`
    select d.shipment_detail_id, d.product_id, ${titleSql(context.actor, tank_products, 'p')} as product_title,
      d.quantity_ordered, d.quantity, d.unit_id, u.unit_abbrev as unit_title, u.code as unit_code, d.quantity_liters,
      d.delivered, d.delivered_unit_id, du.unit_abbrev as delivered_unit_title, du.code as delivered_unit_code,
      d.delivered_liters, d.room_liters, d.compartment, d.stop_id,
      d.document_detail_id, o.document_id, o.document_number, d.device_ports_id,
      case when ${visible(context.actor, devices, 'v')} then coalesce(device_label(v), v.public_id) else v.public_id end as tank_title,
      case when ${visible(context.actor, devices, 'w')} then coalesce(device_label(w), w.public_id) end as place,
      case when ${visible(context.actor, devices, 'w')} then w.public_id end as public_id, d.company_id,
      c.company as company_title, d.quantity_delivered, d.fuel_surcharge, d.estimated_delivery_date,
      d.shipping_address_id, d.ship_location_label, d.ship_address1, d.ship_address2, d.ship_city, d.ship_state,
      d.ship_zip_code, d.ship_zip_code_ext, d.ship_country_iso_3
    from shipment_planner_details d join tank_products p using (product_id)
      join units_of_measure u on u.id = d.unit_id left join units_of_measure du on du.id = d.delivered_unit_id
      left join companies c on c.company_id = d.company_id
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      left join device_ports t using (device_ports_id) left join devices v on v.device_id = t.device_id
      left join devices w on w.device_id = coalesce(t.device_id, o.device_id)
    where d.shipment_id = ${id} order by d.sort_order, d.shipment_detail_id`,
  )
}

/** Warnings from the hours-of-service rules about a round's driver, as on the board. */
async function hoursWarnings(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
): Promise<{ field: 'delivered_by'; rule: string; message: string }[]> {
  const route = (await timeRoutes(context, travel, [shipment_id])).get(shipment_id)
  if (!route) return []
  return describeRoute(context.actor, route, route.timed)
    .issues.filter(({ rule }) => rule.startsWith('hours_'))
    .map(({ rule, message, advice }) => ({
      field: 'delivered_by',
      rule,
      message: [message, advice].filter(Boolean).join(' · '),
    }))
}
