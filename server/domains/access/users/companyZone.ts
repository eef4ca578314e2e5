import { type RawBuilder, sql } from 'kysely'

/** The time zone of a company: that of most of its sites, or that of the business without any. */
export const companyZone = (
  company_id: number | RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`coalesce(
  (select s.time_zone from sites s where s.company_id = ${company_id} and s.status = 1
    group by s.time_zone order by count(*) desc, s.time_zone limit 1),
  (select value #>> '{}' from settings where setting_key = 'time_zone'), 'America/Detroit')`
