import { sql } from 'kysely'
import { malformed } from '#server/platform/refusal.ts'
import type { QueryFilters } from '#server/resources/matchingRows.ts'

/** Questions about people that are no field of theirs. */
export const peopleFilters: QueryFilters = {
  /** Who drives: a truck's driver, an account of a driver, or whoever drove a round. Everybody where nobody does yet. */
  drives: (_, value) => {
    if (value !== '1') throw malformed()
    return sql<boolean>`(people.people_id in (select driver_id from tanker_trucks where driver_id is not null)
      or people.people_id in (select people_id from users where login_type_id = 'driver')
      or exists (select from shipment_planners s where s.delivered_by = people.people_id)
      or not exists (select from users where login_type_id = 'driver')
        and not exists (select from tanker_trucks where driver_id is not null))`
  },
}
