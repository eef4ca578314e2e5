import { sql } from 'kysely'
import { malformed } from '#server/platform/refusal.ts'
import type { QueryFilters } from '#server/resources/lists/matchingRows.ts'

/** People who drove a round: each found by one index look-up, however many rounds there are. */
const DROVE = sql`with recursive drove (people_id) as (
    select min(delivered_by) from shipment_planners where delivered_by is not null
    union all select (select min(s.delivered_by) from shipment_planners s where s.delivered_by > drove.people_id)
    from drove where drove.people_id is not null)
  select people_id from drove where people_id is not null`

/** Filters of people that are not fields. */
export const peopleFilters: QueryFilters = {
  /** Drivers: a truck's driver, a driver's account, or a person who drove a round. Everyone while there are none. */
  drives: (_, value) => {
    if (value !== '1') throw malformed()
    return sql<boolean>`(people.people_id in (select driver_id from tanker_trucks where driver_id is not null)
      or people.people_id in (select people_id from users where login_type_id = 'driver')
      or people.people_id in (${DROVE})
      or not exists (select from users where login_type_id = 'driver')
        and not exists (select from tanker_trucks where driver_id is not null))`
  },
}
