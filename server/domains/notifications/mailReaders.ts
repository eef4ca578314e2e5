import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { NotificationReader } from './renderNotification.ts'

export interface MailReader {
  user_id: number
  company_id: number
  language: string
  unit_of_measure: number
  address: string
}

/** Mail address of a user `u` and their person `p`: preferably the one marked for notifications. */
export const ADDRESS: RawBuilder<string | null> = sql`coalesce(
  (select e.email_address from entity_emails e where e.object_ref = 'person' and e.object_id = p.people_id
    order by e.notify desc, e.prime desc, e.entity_emails_id limit 1),
  case when u.username like '%@%' then u.username end)`

/** An active user with an address; undefined for others. The caller has decided whether they want a mail. */
export async function readMailReader({ db }: Context, user_id: number): Promise<MailReader | undefined> {
  const { rows } = await sql<Omit<MailReader, 'address'> & { address: string | null }>`
    select u.user_id, u.company_id, p.language, p.unit_of_measure, ${ADDRESS} as address
    from users u join people p using (people_id)
    where u.user_id = ${user_id} and u.status = 1`.execute(db)
  return rows.find((row): row is MailReader => row.address !== null)
}

export function mailReaderOf({
  language,
  unit_of_measure,
}: Pick<MailReader, 'language' | 'unit_of_measure'>): NotificationReader {
  return { language, units: unit_of_measure === 2 ? 'metric' : 'imperial' }
}
