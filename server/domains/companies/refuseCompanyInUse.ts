import { sql } from 'kysely'
import { firstOf } from '#core/platform/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { stillReferenced } from '#server/platform/refusal.ts'

/**
 * Refuses to archive a company in use: one with active companies below it or with devices that are not retired.
 * @throws Refusal 409 that names them.
 */
export async function refuseCompanyInUse({ db }: Context, company_id: number): Promise<void> {
  const { rows } = await sql<{ companies: boolean; devices: boolean }>`select
    exists (select from companies where parent_id = ${company_id} and status = 1) as companies,
    exists (select from devices where company_id = ${company_id} and status <> 'retired') as devices`.execute(
    db,
  )
  const { companies, devices } = firstOf(rows)
  if (companies) throw stillReferenced('companies')
  if (devices) throw stillReferenced('devices')
}
