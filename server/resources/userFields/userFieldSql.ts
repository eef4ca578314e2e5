import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#core/resources/field.ts'
import { isNumber, isNumeric } from '#core/resources/fields/isNumeric.ts'
import { USER_COLUMN, userFieldStorageKey } from '#core/resources/fields/userFields.ts'
import { serverKindOf } from '../kinds/serverKinds.ts'

/** The value of a user-defined field as SQL, cast to the type of its kind's column. */
export function userFieldSql(alias: string, key: string, field: Field): RawBuilder<unknown> {
  const text = sql`(${sql.ref(`${alias}.${USER_COLUMN}`)} ->> ${sql.lit(storageKeyOf(key, field))})`
  const type = serverKindOf(field).cast?.(field)
  return type ? sql`${text}::${type}` : text
}

/** A condition that a user-defined field has exactly this value, by the index over all of them. */
export function userFieldEquals(
  alias: string,
  key: string,
  field: Field,
  value: string,
): RawBuilder<boolean> {
  // A decimal is compared as a number: 5 is 5.00.
  if (isNumeric(field) && !isNumber(field)) return sql<boolean>`${userFieldSql(alias, key, field)} = ${value}`
  const expected = JSON.stringify({
    [storageKeyOf(key, field)]: isNumber(field) ? Number(value) : value,
  })
  return sql<boolean>`${sql.ref(`${alias}.${USER_COLUMN}`)} @> ${expected}::jsonb`
}

function storageKeyOf(key: string, field: Field): string {
  const found = userFieldStorageKey(key, field)
  if (found === undefined) throw new TypeError(`${key} is no user-defined field`)
  return found
}
