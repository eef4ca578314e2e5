import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** SQL: where the papers of a company go: its billing address, else its main address; null without one. */
export function billingEmailOf(company: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${company}.${name}`)
  return sql`coalesce(${column('billing_email')}, (select m.email_address from entity_emails m
    where m.object_ref = 'company' and m.object_id = ${column('company_id')} order by m.prime desc, m.entity_emails_id limit 1))`
}

/**
 * SQL: the language of the reader of mail at `email` of a company: the user with this address, else the company's first user with a
 * language; null without one.
 * @param row has the columns `email` and `company_id`
 */
export function languageOfReader(row: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`coalesce((select p.language from users u join people p using (people_id) where lower(u.username) = lower(${column('email')})),
    (select p.language from users u join people p using (people_id)
      where u.company_id = ${column('company_id')} and p.language is not null order by u.user_id limit 1))`
}

/** The context with texts in another language. */
export function readingAs(context: Context, language: string): Context {
  return { ...context, actor: { ...context.actor, language } }
}
