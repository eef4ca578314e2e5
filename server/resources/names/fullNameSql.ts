import { type RawBuilder, sql } from 'kysely'

/** First and last name of the user in the row of an alias; null where neither is known. */
export function fullNameSql(user: string): RawBuilder<string | null> {
  const [first, last] = [sql.ref(`${user}.first_name`), sql.ref(`${user}.last_name`)]
  return sql<string | null>`nullif(concat_ws(' ', ${first}, ${last}), '')`
}
