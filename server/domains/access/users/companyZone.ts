import { type RawBuilder, sql } from 'kysely'

/** The time zone of a company: the most common one of its sites, or the business's if it has no sites. */
export const companyZone = (
  company_id: number | RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`coalesce(
  (select s.time_zone from sites s where s.company_id = ${company_id} and s.status = 1
    group by s.time_zone order by count(*) desc, s.time_zone limit 1),
  (select value #>> '{}' from settings where setting_key = 'time_zone'), 'America/Detroit')`
