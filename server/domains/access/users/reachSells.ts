import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'

/** Whether a company in the actor's reach sells: the business itself, or a distributor. All others only buy. */
export async function reachSells({ db, actor: { companies } }: Context): Promise<boolean> {
  if (companies === 'all') return true
  const { rows } = await sql`select from companies where company_id = any(${companies})
    and (organisation_type_id = ${ORGANISATION_TYPE.distributor} or company_id = ${OWN_COMPANY}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
