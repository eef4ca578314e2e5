import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { listReachable as definition } from '#core/domains/people/calls.ts'
import { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** Maximum number of people in a response; usually only the business itself has more. */
const MAX_PEOPLE = 8

/**
 * The contacts of a company: its own primary number and address, then its active people who have one.
 * @throws Refusal 404 for a company out of reach
 */
export async function listReachable(
  context: Context,
  company_id: number,
): Promise<ResponseOf<typeof definition>['reachable']> {
  await requireVisible(context, companies, company_id)
  const { rows } = await sql<ResponseOf<typeof definition>['reachable'][number]>`
    select r.people_id, r.name, r.job_title, p.phone_number, e.email_address
    from (
        select 0 as rank, null::int8 as people_id, c.company as name, null as job_title, 'company' as ref, c.company_id as id
        from companies c where c.company_id = ${company_id} and ${mayRead(context.actor, companies)}
        union all
        select 1, people_id, combined_name, job_title, 'person', people_id from people
        where company_id = ${company_id} and status = 1 and ${visible(context.actor, people)}) r
      left join lateral (select phone_number from entity_phones
        where object_ref = r.ref and object_id = r.id order by prime desc, entity_phones_id limit 1) p on true
      left join lateral (select email_address from entity_emails
        where object_ref = r.ref and object_id = r.id order by prime desc, entity_emails_id limit 1) e on true
    where p.phone_number is not null or e.email_address is not null
    order by r.rank, p.phone_number is null, r.name limit ${MAX_PEOPLE}`.execute(context.db)
  return rows
}
