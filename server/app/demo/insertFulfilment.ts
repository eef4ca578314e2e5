import { withBothFigures } from '#core/domains/shipments/vehicleFigures.ts'
import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import type { Database } from '#server/platform/database.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { COMPANIES, type Ids, TRUCKS } from './facts.ts'
import { demoFleet } from './fleet.ts'

const DAY = 86_400_000

interface Driver {
  company_id: number
  first_name: string
  last_name: string
}

/** Writes the trucks and subscriptions of the demo's companies. */
export async function insertFulfilment(db: Database, companies: Ids, now: number): Promise<void> {
  for (const truck of TRUCKS) {
    const { company, truck_name, driver, payload, gvwr, compartments, axles } = truck
    const { vehicle_type, serial, meter_style, vehicle_class, compartment_class5 } = truck
    const company_id = companies.get(company)!
    const gallons = [0, 1, 2, 3, 4].map((at) => [`imperial_compartment${at + 1}`, compartments[at] ?? 0])
    // The figures in both systems of units are named at run time.
    await namedTables(db)
      .insertInto('tanker_trucks')
      .values({
        ...{ truck_name, vehicle_type, serial, meter_style, vehicle_class, compartment_class5 },
        company_id,
        driver_id: await driverId(db, { company_id, ...driver }),
        num_of_compartments: compartments.length,
        ...withBothFigures({
          ...{ imperial_payload: payload, imperial_gvwr: gvwr, imperial_max_weight: payload, ...axles },
          ...Object.fromEntries(gallons),
        }),
      })
      .execute()
  }
  await db.insertInto('subscriptions').values(subscriptionRows(companies, now)).execute()
}

/** Who drives a truck: somebody whom the company has already, or another one of its people. */
async function driverId(db: Database, driver: Driver): Promise<number> {
  const { company_id, first_name, last_name } = driver
  const known = db.selectFrom('people').select('people_id')
  const found = await known.where((is) => is.and({ company_id, first_name, last_name })).executeTakeFirst()
  const values = { ...driver, job_title: 'Tanker driver' }
  const made =
    found ?? (await db.insertInto('people').values(values).returning('people_id').executeTakeFirst())
  return made!.people_id
}

/** Every customer pays for his devices; one has let it end, one has not paid. */
function subscriptionRows(companies: Ids, now: number) {
  const customers = COMPANIES.filter(({ kind }) => kind === 'customer')
  return customers.map(({ key }, index) => {
    const devices = demoFleet().filter(({ company }) => company === key).length
    const isYearly = index % 3 === 0
    const term_length = isYearly ? (12 as const) : (1 as const)
    const isExpired = key === 'highdesert'
    const daysAgo = isExpired ? 400 : 3 + ((index * 11) % 24)
    const period_start = new Date(now - daysAgo * DAY).toISOString().slice(0, 10)
    return {
      company_id: companies.get(key)!,
      plan_name: isYearly ? 'Monitoring, yearly' : 'Monitoring, monthly',
      device_seats: Math.ceil(devices / 5) * 5,
      amount: ((isYearly ? 132 : 12) * devices).toFixed(3),
      ...{ term_length, period_start, period_end: periodEnd(period_start, term_length) },
      paid: key === 'cascade' || isExpired ? 0 : 1,
      status: 'active' as const,
      invoice_id: `SUB-${2400 + index}`,
    }
  })
}
