import timeZoneAt from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import type { WeekWindow } from '#core/platform/weekWindows.ts'
import { VEIL } from '#core/resources/veil.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { sealedColumns } from '#server/resources/sealedFields.ts'

/** What people say at the gate, and how one gets to the tanks. */
const WAYS_IN: readonly (readonly [code: string | null, notes: string, reach: number])[] = [
  ['4471#', 'Gate on the north side. Keep left of the scale, tanks are behind the shop.', 90],
  [null, 'No gate. Dog in the yard is friendly; close the door of the pump house.', 60],
  ['0915', 'Keypad by the office. Overhead wires: do not raise the ladder at the second tank.', 120],
  ['*2580', 'Soft ground after rain: stay on the gravel and back in from the county road.', 150],
  [null, 'Call ten minutes ahead, the harvest trucks have to be moved.', 75],
  ['1886#', 'Padlock on the fill box, same code. Sign in at the guard house.', 100],
]

const CONTACTS = [
  ['Dale Jorgensen', '+13085550141'],
  ['Maria Castillo', '+14025550118'],
  ['Lonnie Becker', '+13085550167'],
  ['Ruth Amundson', '+17015550129'],
] as const

const on = (days: readonly number[], from: string, to: string): WeekWindow[] =>
  days.map((day) => ({ to, day, from }))
const WORKDAYS = [1, 2, 3, 4, 5]

/** When deliveries are welcome: on working days, around lunch, early and on Saturdays too, or at any time. */
const HOURS: readonly (readonly WeekWindow[] | null)[] = [
  on(WORKDAYS, '07:00', '17:00'),
  WORKDAYS.flatMap((day) => [...on([day], '06:30', '11:30'), ...on([day], '13:00', '18:00')]),
  null,
  [...on([1, 2, 3, 4, 5, 6], '05:00', '10:00')],
  [...on(WORKDAYS, '08:00', '16:00'), ...on([6], '08:00', '12:00')],
]
const CONTRACTS = ['automatic', 'automatic', 'keep_full', 'automatic', 'will_call'] as const
/** Of a place in gallons. */
const SMALLEST = [100, 150, null, 200] as const
const LITRES_PER_GALLON = 3.785411784
const METRES_PER_FOOT = 0.3048

interface Standing {
  company_id: number
  place: string
  device_ids: number[]
  latitude: number
  longitude: number
  address1: string | null
  city: string | null
  state: string | null
  zip_code: string | null
}

/** Writes the sites: devices of a company that people on site call by one place and that stand in one town have one in common. */
export async function insertSites(db: Database, seal: Encryptor): Promise<void> {
  const { rows } = await sql<Standing>`
    select d.company_id, split_part(d.label, ' – ', 1) || coalesce(', ' || a.city, '') as place,
      array_agg(d.device_id order by d.device_id) as device_ids,
      (array_agg(d.latitude::float8 order by d.device_id))[1] as latitude,
      (array_agg(d.longitude::float8 order by d.device_id))[1] as longitude,
      min(a.address1) as address1, a.city, a.state, min(a.zip_code) as zip_code
    from devices d left join entity_addresses a on a.object_ref = 'device' and a.object_id = d.device_id
    where d.latitude is not null and d.label is not null
    group by d.company_id, 2, a.city, a.state order by d.company_id, 2`.execute(db)
  for (const [index, { device_ids, place, ...standing }] of rows.entries()) {
    const [code, access_notes, reach] = WAYS_IN[index % WAYS_IN.length]!
    const [contact_name, contact_phone] = CONTACTS[index % CONTACTS.length]!
    const hours = HOURS[index % HOURS.length]!
    const smallest = SMALLEST[index % SMALLEST.length]!
    const { site_id } = await db
      .insertInto('sites')
      .values({
        ...standing,
        name: place,
        area: standing.city && standing.city < 'K' ? 'North' : 'South',
        contract: CONTRACTS[index % CONTRACTS.length]!,
        time_zone: timeZoneAt(standing.latitude, standing.longitude),
        ...{ access_notes, contact_name, contact_phone },
        gate_code: code && VEIL,
        ...sealedColumns(seal, sites, { gate_code: code }),
        delivery_windows: hours && JSON.stringify(hours),
        imperial_smallest_drop: smallest,
        smallest_drop: smallest && smallest * LITRES_PER_GALLON,
        imperial_hose_reach: reach,
        hose_reach: reach * METRES_PER_FOOT,
      } as never)
      .returning('site_id')
      .executeTakeFirstOrThrow()
    await db.updateTable('devices').set({ site_id }).where('device_id', 'in', device_ids).execute()
  }
  await sql`update transaction_documents o set site_id = d.site_id from devices d join sites s using (site_id)
    where d.device_id = o.device_id and s.company_id = o.company_id`.execute(db)
  await sql`update work_orders w set site_id = d.site_id from devices d where d.device_id = w.device_id`.execute(
    db,
  )
}
