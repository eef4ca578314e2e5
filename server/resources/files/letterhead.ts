import { sql } from 'kysely'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'

/** The sender of printed documents: the business by the name in its settings. */
export async function readSender({ db }: Context): Promise<string> {
  const { rows } = await sql<{ sender: string }>`
    select coalesce((select value #>> '{}' from settings where setting_key = 'company_name'),
      (select company from companies where company_id = 1)) as sender`.execute(db)
  return rows[0]!.sender
}

/** The sender with the address of the business: its billing address, else its first one. */
export async function readLetterhead(context: Context): Promise<string[]> {
  const { rows } = await sql<{ lines: (string | null)[] }>`
    select array[address1, address2, concat_ws(', ', city, concat_ws(' ', state, zip_code)), nullif(country_name, ''),
      (select website from companies where company_id = ${OWN_COMPANY})] as lines
    from entity_addresses where object_ref = 'company' and object_id = ${OWN_COMPANY}
    order by (address_type = 'billing') desc, prime desc, entity_addresses_id limit 1`.execute(context.db)
  const lines = rows[0]?.lines ?? []
  return [await readSender(context), ...lines.filter((line): line is string => Boolean(line))]
}
