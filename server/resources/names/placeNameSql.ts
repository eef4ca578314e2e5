import { type RawBuilder, sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { titleSql } from './titleSql.ts'

/**
 * The display name of a record whose title is a code: its given name, or else its title, and its contents, in the order of the records that
 * belong to it. Null for a kind without contents. `placeName` of core does the same.
 */
export function placeNameSql(
  actor: Actor,
  resource: Resource,
  alias: string,
): RawBuilder<string> | undefined {
  const { holds, knownAs } = resource.naming
  if (!holds || !knownAs) return undefined
  const { held, of, rows } = contentsOf(actor, resource)
  const { field, where } = holds
  const naming = namingSql(resource, alias)
  const own = naming
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.${knownAs}`)}, ''), ${naming}, ${sql.ref(`${alias}.${resource.title}`)})`
    : placeSql(resource, alias)
  const place = sql.ref(`held.${held.title}`)
  // The index of the records that belong to one returns the rows in that order: no sort for a name.
  return sql<string>`concat_ws(' · ', ${own}, (select string_agg(contents.name, ', ' order by ${place}) ${rows}
      and ${sql.ref(`held.${resource.id}`)} = ${sql.ref(`${alias}.${resource.id}`)}
      and right(lower(${own}), length(contents.name)) <> lower(contents.name)
      and not exists (select from ${sql.table(tableOf(held))} as earlier
        where ${sql.ref(`earlier.${resource.id}`)} = ${sql.ref(`held.${resource.id}`)}
          and ${sql.ref(`earlier.${held.title}`)} < ${place}
          and ${sql.ref(`earlier.${field}`)} = ${sql.ref(`held.${field}`)} and ${of('earlier', where)})))`
}

/** The figure that is shown next to that name; none for a kind without contents. */
export function figureSql({ name, id, naming, orders }: Resource): RawBuilder<number | null> | undefined {
  const figure = naming.holds && orders[naming.holds.figure]
  if (!figure || figure === 'place') return undefined
  return sql`(select state.${sql.ref(figure.column)}::float8 from ${sql.table(figure.table)} as state
    where ${sql.ref(`state.${id}`)} = ${sql.ref(`${name}.${id}`)})`
}

/** The given name of a record whose title is a code, or else the code. An index has this exact expression. */
export function placeSql({ title, naming: { knownAs } }: Resource, alias: string): RawBuilder<string> {
  const code = sql.ref(`${alias}.${title}`)
  return knownAs
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.${knownAs}`)}, ''), ${code})`
    : sql`${code}`
}

/** The name of the record that gives its name to records without their own. */
export function namingSql(
  { fields, naming: { namedBy } }: Resource,
  alias: string,
): RawBuilder<string> | undefined {
  const field = namedBy === undefined ? undefined : fields[namedBy]
  if (!isReference(field)) return undefined
  const target = resourceOf(field.to)
  return sql<string>`(select naming.${sql.ref(target.title)} from ${sql.table(tableOf(target))} as naming
    where naming.${sql.ref(target.id)} = ${sql.ref(`${alias}.${namedBy}`)})`
}

/**
 * A condition that the naming record's name matches a pattern; none where no record is named by another. It belongs to the same company.
 */
export function namingLike(
  { companies }: Actor,
  { name, fields, naming: { namedBy } }: Resource,
  pattern: string,
): RawBuilder<boolean>[] {
  const field = namedBy === undefined ? undefined : fields[namedBy]
  if (!isReference(field)) return []
  const target = resourceOf(field.to)
  const ofActor = companies === 'all' ? sql`` : sql`and naming.company_id = any(${companies})`
  return [
    sql<boolean>`${sql.ref(`${name}.${namedBy}`)} = any(array(select naming.${sql.ref(target.id)}
      from ${sql.table(tableOf(target))} as naming where naming.${sql.ref(target.title)} ilike ${pattern} ${ofActor}))`,
  ]
}

/** Whether a record's contents have a name that matches a pattern: evaluated for one record. */
export function holdsLike(actor: Actor, resource: Resource, pattern: string): RawBuilder<boolean> {
  const { rows } = contentsOf(actor, resource)
  return sql<boolean>`(select true ${rows} and ${sql.ref(`held.${resource.id}`)} = ${sql.ref(`${resource.name}.${resource.id}`)}
    and contents.name ilike ${pattern} limit 1)`
}

/** The ids of the records whose contents have a name that matches a pattern. */
export function idsHolding(actor: Actor, resource: Resource, pattern: string): RawBuilder<unknown> {
  const { rows } = contentsOf(actor, resource)
  return sql`select ${sql.ref(`held.${resource.id}`)} as id ${rows} and contents.name ilike ${pattern}`
}

/** The records that belong to records of a kind, as `held`, and their contents by the actor's name for them. */
function contentsOf(actor: Actor, { naming: { holds } }: Resource) {
  if (!holds) throw new TypeError('a kind of record without contents')
  const { kind, where, field: name } = holds
  const held = resourceOf(kind)
  const field = held.fields[name]
  const target = resourceOf(isReference(field) ? field.to : '')
  const of = (table: string, values: Readonly<Record<string, number>>) =>
    sql.join(
      Object.entries(values).map(
        ([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${sql.lit(value)}`,
      ),
      sql` and `,
    )
  const rows = sql`from ${sql.table(tableOf(held))} as held
    join ${sql.table(tableOf(target))} as content on ${sql.ref(`content.${target.id}`)} = ${sql.ref(`held.${name}`)}
    cross join lateral (select ${titleSql(actor, target, 'content')} as name) as contents
    where ${of('held', where)}`
  return { held, of, rows }
}
