import { type RawBuilder, sql } from 'kysely'
import { isStaff, STAFF } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY_NAME } from '#core/platform/ownCompany.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'

const setting = (key: string) => sql`(select value #>> '{}' from settings where setting_key = ${key})`

/** The name that others see for a staff member: "staff", or the business's name, by the settings. */
function staffName({ language }: Actor): RawBuilder<string> {
  return sql<string>`(case when ${setting('staff_shown_as')} = 'company'
    then coalesce(${setting('company_name')}, ${OWN_COMPANY_NAME})
    else ${translate(language, 'staff_name')} end)`
}

/**
 * The name by which a reader sees a user: staff of the business are named to staff only.
 * @param user the alias of the table of users.
 * @param name the name of other users; the username by default.
 */
export function nameForReader(
  actor: Actor,
  user: string,
  name: RawBuilder<unknown> = sql.ref(`${user}.username`),
): RawBuilder<string> {
  if (isStaff(actor.loginType)) return sql<string>`${name}`
  return sql<string>`(case when ${sql.ref(`${user}.login_type_id`)} = any(${[...STAFF]}::text[])
    then ${staffName(actor)} else ${name} end)`
}
