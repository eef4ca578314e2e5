import { type RawBuilder, sql } from 'kysely'
import { withBothFigures } from '#core/domains/shipments/vehicleFigures.ts'
import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { demoUsername } from './demoAccounts.ts'
import { DEMO_COMPANIES } from './demoCompanies.ts'
import { insertAddresses } from './insertAddresses.ts'
import { completeDocuments, insertOrders } from './insertOrders.ts'
import { insertShipments } from './insertShipments.ts'
import { insertSites } from './insertSites.ts'
import { insertStops } from './insertStops.ts'

type Ids = ReadonlyMap<string, number>

/** Company, name, type, serial, payload and GVWR (lb), meter, US gallons of each compartment. */
const TRUCKS = [
  ['platte', 'Bobtail 7', 'truck', 'BT-0007', 21_000, 33_000, 'new', [1_200, 800, 550]],
  [
    'platte',
    'Transport 21',
    'trailer',
    'TR-0021',
    57_500,
    80_000,
    'new',
    [3_000, 2_400, 2_100, 1_900, 1_200],
  ],
  ['platte', 'Farm truck 3', 'truck', 'FT-0003', 16_000, 26_000, 'old', [1_000, 700]],
  ['prairiestar', 'Propane 12', 'truck', 'PP-0012', 15_000, 33_000, 'new', [3_000]],
  ['redclay', 'Heat oil 4', 'truck', 'HO-0004', 20_000, 33_000, 'old', [1_500, 1_250]],
  ['greatlakes', 'Harbor 2', 'trailer', 'HB-0002', 53_000, 75_000, 'new', [2_400, 2_100, 1_850, 1_300]],
  ['lonestar', 'Oil field 9', 'truck', 'OF-0009', 22_000, 34_000, 'new', [1_300, 1_050, 550]],
] as const

/** Axles in lb: limit and empty weight, front and rear; percent of each compartment on the rear ones. */
const AXLES: Readonly<Record<string, Record<string, unknown>>> = {
  'Transport 21': axlesOf([34_000, 4_500], [34_000, 10_500], [5, 25, 50, 75, 95]),
  'Farm truck 3': { ...axlesOf([9_500, 4_400], [17_500, 5_600], [60, 95]), unloading_order: 'rear_first' },
}

/** What they are built to carry. */
const CLASSES: Readonly<Record<string, Record<string, string>>> = {
  'Propane 12': { vehicle_class: 'lpg' },
  'Transport 21': { vehicle_class: 'fuel', compartment_class5: 'def' },
}

type Axle = readonly [limit: number, empty: number]

function axlesOf(front: Axle, rear: Axle, shares: readonly number[]): Record<string, unknown> {
  return {
    ...{ imperial_front_axle_limit: front[0], imperial_front_axle_empty: front[1] },
    ...{ imperial_rear_axle_limit: rear[0], imperial_rear_axle_empty: rear[1] },
    ...Object.fromEntries(shares.map((share, at) => [`rear_share${at + 1}`, share])),
  }
}

/** Writes the trucks and subscriptions of the demo's companies. */
export async function insertFulfilment(
  db: Database,
  seal: Encryptor,
  companies: Ids,
  now: number,
): Promise<void> {
  for (const truck of TRUCKS) {
    // The figures in both systems of units are named at run time.
    await namedTables(db)
      .insertInto('tanker_trucks')
      .values(await truckRow(db, companies, truck))
      .execute()
  }
  await db.insertInto('subscriptions').values(subscriptionRows(companies, now)).execute()
  await insertAddresses(db, companies)
  await insertOrders(db, now)
  await insertShipments(db, now)
  await insertSites(db, seal)
  await completeDocuments(db)
  await completeLoads(db)
  await insertStops(db, now)
}

/** Loads carry the address of their order. */
async function completeLoads(db: Database): Promise<void> {
  await sql`update shipment_planner_details d set ship_address1 = o.ship_address1, ship_city = o.ship_city,
      ship_state = o.ship_state, ship_zip_code = o.ship_zip_code, ship_country_iso_3 = o.ship_country_iso_3,
      shipping_address_id = o.shipping_address_id
    from transaction_document_details l join transaction_documents o using (document_id)
    where l.document_detail_id = d.document_detail_id`.execute(db)
}

async function truckRow(db: Database, companies: Ids, truck: (typeof TRUCKS)[number]) {
  const [company, truck_name, vehicle_type, serial, payload, gvwr, meter_style, gallons] = truck
  const driver = sql`select people_id as id from users where lower(username) = ${demoUsername('driver')}`
  return {
    company_id: companies.get(company)!,
    truck_name,
    vehicle_type,
    serial,
    meter_style,
    driver_id: company === 'platte' && vehicle_type === 'truck' ? await idOf(db, driver) : null,
    vehicle_class: 'fuel',
    ...CLASSES[truck_name],
    num_of_compartments: gallons.length,
    ...withBothFigures({
      imperial_payload: payload,
      imperial_gvwr: gvwr,
      imperial_max_weight: payload,
      ...AXLES[truck_name],
      ...Object.fromEntries(
        [0, 1, 2, 3, 4].map((index) => [`imperial_compartment${index + 1}`, gallons[index] ?? 0]),
      ),
    }),
  }
}

/** Every customer pays for his devices; one has let it end, one has not paid. */
function subscriptionRows(companies: Ids, now: number) {
  return DEMO_COMPANIES.filter(({ devices }) => devices > 0).map(({ key, devices }, index) => {
    const isYearly = index % 3 === 0
    const term_length = isYearly ? (12 as const) : (1 as const)
    const isExpired = key === 'highdesert'
    const daysAgo = isExpired ? 400 : 3 + ((index * 11) % 24)
    const period_start = new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10)
    return {
      company_id: companies.get(key)!,
      plan_name: isYearly ? 'Monitoring, yearly' : 'Monitoring, monthly',
      device_seats: Math.ceil(devices / 5) * 5,
      amount: ((isYearly ? 132 : 12) * devices).toFixed(3),
      term_length,
      period_start,
      period_end: periodEnd(period_start, term_length),
      paid: key === 'cascade' || isExpired ? 0 : 1,
      status: 'active' as const,
      invoice_id: `SUB-${2400 + index}`,
    }
  })
}

async function idOf(db: Database, query: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db)
  return rows[0]?.id ?? null
}
