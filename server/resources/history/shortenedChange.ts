import { sql } from 'kysely'

/** Maximum characters of a value; longer ones are shortened. */
const MAX_CHARACTERS = 1_000

const sides = (['before', 'after'] as const).map((side) => {
  const text = sql`change ->> ${sql.lit(side)}`
  return {
    isLong: sql<boolean>`coalesce(length(${text}), 0) > ${sql.lit(MAX_CHARACTERS)}`,
    beginning: sql`${sql.lit(side)}::text, left(${text}, ${sql.lit(MAX_CHARACTERS)})`,
  }
})

/**
 * A change of an audit entry (`change`, in JSON) as lists answer it: if one of its values is long, both are texts of at most 1,000
 * characters, and `is_cut` is true.
 */
export const shortenedChange = sql`case when ${sql.join(
  sides.map(({ isLong }) => isLong),
  sql` or `,
)} then change || jsonb_build_object('is_cut', true, ${sql.join(sides.map(({ beginning }) => beginning))}) else change end`
