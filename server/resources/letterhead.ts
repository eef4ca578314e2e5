import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** Who sends what is printed: the business by the name that its settings give it. */
export async function readSender({ db }: Context): Promise<string> {
  const { rows } = await sql<{ sender: string }>`
    select coalesce((select value #>> '{}' from settings where setting_key = 'company_name'),
      (select company from companies where company_id = 1)) as sender`.execute(db)
  return rows[0]!.sender
}
