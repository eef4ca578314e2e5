import { sql } from 'kysely'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'

/** The sender of printed documents: another company by its name, the business by the name in its settings. */
export async function readSender({ db }: Context, company_id = OWN_COMPANY): Promise<string> {
  const { rows } = await sql<{ sender: string }>`
    select coalesce((select value #>> '{}' from settings where setting_key = 'company_name' and ${company_id === OWN_COMPANY}),
      (select company from companies where company_id = ${company_id})) as sender`.execute(db)
  return rows[0]!.sender
}

/** The sender with its address: its billing address, else its first one; by default the business itself. */
export async function readLetterhead(context: Context, company_id = OWN_COMPANY): Promise<string[]> {
  const { rows } = await sql<{ lines: (string | null)[] }>`
    select array[address1, address2, concat_ws(', ', city, concat_ws(' ', state, zip_code)), nullif(country_name, ''),
      (select website from companies where company_id = ${company_id})] as lines
    from entity_addresses where object_ref = 'company' and object_id = ${company_id}
    order by (address_type = 'billing') desc, prime desc, entity_addresses_id limit 1`.execute(context.db)
  const lines = rows[0]?.lines ?? []
  return [await readSender(context, company_id), ...lines.filter((line): line is string => Boolean(line))]
}
