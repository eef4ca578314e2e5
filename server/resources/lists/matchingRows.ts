import { type RawBuilder, sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isNumber } from '#core/resources/fields/isNumeric.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Statuses } from '#core/resources/statuses/statuses.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { invalid, malformed } from '#server/platform/refusal.ts'
import { namingLike, namingSql } from '../names/placeNameSql.ts'
import { ownNameLike, titleSql } from '../names/titleSql.ts'
import { visibleIfRead } from '../rights/visible.ts'
import { fieldSql, hiddenFields, type Rows, rowsBySource, rowsOf, titleIfVisible } from '../rows.ts'
import { userFieldEquals } from '../userFields/userFieldSql.ts'
import { withUserFields } from '../userFields/userFields.ts'
import { likeAnywhere, likePhone } from './likePattern.ts'
import type { ListQuery } from './listQuery.ts'

/** A filter by a condition on the kind's rows rather than by a field. The one named `search` adds to what a search finds. */
export type QueryFilter = (context: Context, value: string) => RawBuilder<boolean>
export type QueryFilters = Readonly<Record<string, QueryFilter>>

/** The rows that the actor may see, narrowed by search and filters, for queries that read all of them. */
export function matchingRows(
  context: Context,
  resource: Resource,
  query: ListQuery,
  filters: QueryFilters = {},
): Rows {
  const rows = filtered(context, resource, rowsOf(context, resource), query, filters)
  const found = foundBy(context, resource, query.search, filters)
  if (found.length < 2) return found.reduce((some, condition) => some.where(condition), rows)
  // Each condition has its own index; combined they would have none.
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const table = sql`${sql.table(tableOf(resource))} as ${sql.id(resource.name)}`
  const ids = found.map((condition) => sql`select ${id} from ${table} where ${condition}`)
  return rows.where(sql<boolean>`${id} in (${sql.join(ids, sql` union all `)})`)
}

/**
 * The matching rows for queries that read them in order and stop early: other searched places are looked up for each row that does not
 * match by itself.
 */
export function rowsAlongOrder(
  context: Context,
  resource: Resource,
  query: ListQuery,
  filters: QueryFilters = {},
): Rows {
  const rows = filtered(context, resource, rowsOf(context, resource), query, filters)
  if (query.search === '') return rows
  const pattern = likeAnywhere(query.search)
  const naming = namingSql(resource, resource.name)
  const names = [
    ...(resource.visibility.seenBelow ? [titleSql(context.actor, resource, resource.name)] : []),
    ...(naming ? [naming] : []),
  ]
  const conditions = [
    ...fieldsLike(context, resource, query.search),
    ...names.map((name) => sql<boolean>`${name} ilike ${pattern}`),
    ...referencesLike(context, resource, pattern),
    ...(filters['search'] ? [filters['search'](context, query.search)] : []),
  ]
  return conditions.length === 0 ? rows : rows.where(anyOf(conditions))
}

/**
 * The matching rows as several queries with indexes, one for each way in which a record can be visible and for each place in which a search
 * finds it. A record is in exactly one of them.
 */
export function sourcesOf(
  context: Context,
  resource: Resource,
  query: ListQuery,
  filters: QueryFilters = {},
): Rows[] {
  const found = foundBy(context, resource, query.search, filters)
  return rowsBySource(context, resource).flatMap((visible) => {
    const rows = filtered(context, resource, visible, query, filters)
    if (found.length === 0) return [rows]
    return found.map((condition, index) =>
      found.slice(0, index).reduce((some, before) => some.where(isNot(before)), rows.where(condition)),
    )
  })
}

function isNot(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${condition}) is not true`
}

/** The union of several queries, limited: none of the queries is read further. */
export function unionOf(
  sources: readonly (Rows | RawBuilder<unknown>)[],
  limit?: number,
): RawBuilder<unknown> {
  const end = limit === undefined ? sql`` : sql` limit ${sql.lit(limit)}`
  const limited = sources.map((rows) => sql`(${rows}${end})`)
  return limited.length === 1 ? firstOf(limited) : sql`${sql.join(limited, sql` union all `)}${end}`
}

function filtered(
  context: Context,
  resource: Resource,
  visible: Rows,
  query: ListQuery,
  filters: QueryFilters,
): Rows {
  const since = query.updated_since
  const changed = since
    ? visible.where(sql<boolean>`${sql.ref(`${resource.name}.updated_at`)} >= ${since}`)
    : visible
  return Object.entries(query.filters).reduce((rows, [name, value]) => {
    const question = filters[name]
    if (!question && name === 'dashboard' && resource.statuses) {
      requireOneOf(YES_OR_NO, name, value)
      return value === '0' ? rows : rows.where(isOpen(resource, resource.statuses))
    }
    return rows.where(question ? question(context, value) : fieldIs(resource, name, value))
  }, changed)
}

/** `dashboard=1` selects the records with pending work. */
function isOpen(resource: Resource, { field, values, done }: Statuses) {
  const open = values.filter((value) => !done.includes(value))
  return sql<boolean>`${fieldSql(resource, field)} = any(${open})`
}

/** The condition of a search: the record's own fields are one condition, as an index serves several of them. */
function foundBy(
  context: Context,
  resource: Resource,
  search: string,
  filters: QueryFilters,
): RawBuilder<boolean>[] {
  if (search === '') return []
  const pattern = likeAnywhere(search)
  const own = fieldsLike(context, resource, search)
  return [
    ...(own.length > 0 ? [anyOf(own)] : []),
    ...ownNameLike(context.actor, resource, pattern),
    ...namingLike(context.actor, resource, pattern),
    ...referencesLike(context, resource, pattern),
    ...(filters['search'] ? [filters['search'](context, search)] : []),
  ]
}

/** For each searched reference: that it refers to a record whose name the actor sees there, and matches a pattern. */
function referencesLike({ actor }: Context, resource: Resource, pattern: string): RawBuilder<boolean>[] {
  const hidden = hiddenFields(actor, resource)
  return resource.search
    .filter((name) => isReference(resource.fields[name]) && !hidden.includes(name))
    .map((name) => referenceLike(actor, resource, name, pattern))
}

/** A condition that a reference is to a record whose name the actor sees there, and matches a pattern. */
export function referenceLike(
  actor: Actor,
  resource: Resource,
  name: string,
  pattern: string,
): RawBuilder<boolean> {
  const field = resource.fields[name]
  const target = resourceOf(isReference(field) ? field.to : '')
  const ids = idsNamedLike(actor, target, pattern, titleIfVisible(actor, resource, name, target.name))
  return sql<boolean>`${fieldSql(resource, name)} = any(array(${ids}))`
}

/** The ids of the records of a kind that the actor may see and whose name matches a pattern. */
export function idsNamedLike(
  actor: Actor,
  kind: Resource,
  pattern: string,
  isSeen = visibleIfRead(actor, kind),
): RawBuilder<unknown> {
  const { name, id, title, naming } = kind
  const names = [title, ...(naming.knownAs ? [naming.knownAs] : [])]
  const conditions = [
    ...names.map((column) => sql<boolean>`${sql.ref(`${name}.${column}`)} ilike ${pattern}`),
    ...namingLike(actor, kind, pattern),
  ]
  return sql`select ${sql.ref(`${name}.${id}`)} from ${sql.table(tableOf(kind))} as ${sql.id(name)}
    where ${anyOf(conditions)} and ${isSeen}`
}

function fieldsLike({ actor }: Context, resource: Resource, text: string): RawBuilder<boolean>[] {
  const { search, fields } = withUserFields(resource)
  const hidden = hiddenFields(actor, resource)
  const [pattern, phone] = [likeAnywhere(text), likePhone(text)]
  return search
    .filter((name) => !hidden.includes(name) && !isReference(fields[name]))
    .map((name) => {
      const searched = fields[name]?.kind === 'phone' ? phone : pattern
      const value = fieldSql(resource, name)
      const column = isText(fields[name]) ? value : sql`${value}::text`
      return searched === null ? sql<boolean>`false` : sql<boolean>`${column} ilike ${searched}`
    })
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The values of a yes/no filter. */
export const YES_OR_NO = [0, 1] as const

/** Refuses a filter value that no record can have. @throws Refusal 422 */
export function requireOneOf(values: readonly (string | number)[], name: string, value: string): void {
  if (!values.map(String).includes(value)) throw invalid([{ field: name, rule: 'choice' }])
}

function fieldIs(resource: Resource, name: string, value: string): RawBuilder<boolean> {
  const field = withUserFields(resource).fields[name]
  const column = fieldSql(resource, name)
  if (!field && name !== resource.id) throw new Error(`${resource.name} has no filter named ${name}`)
  if (field?.kind === 'choice') requireOneOf(field.of, name, value)
  if (field?.kind === 'flag') requireOneOf(YES_OR_NO, name, value)
  if (!field || isNumber(field)) {
    if (!/^\d{1,15}$/.test(value)) throw malformed()
    if (field?.isUserDefined) return userFieldEquals(resource.name, name, field, value)
    return sql<boolean>`${column} = ${Number(value)}`
  }
  if (field.isUserDefined) return userFieldEquals(resource.name, name, field, value)
  return sql<boolean>`${column} = ${value}`
}
