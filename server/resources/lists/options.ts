import { type AliasedRawBuilder, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import { isSelectableByAll, mayWrite } from '#core/resources/selection.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { runCompiled } from '#server/platform/database/prepared.ts'
import {
  figureSql,
  holdsLike,
  idsHolding,
  namingLike,
  namingSql,
  placeNameSql,
} from '../names/placeNameSql.ts'
import { titleSql } from '../names/titleSql.ts'
import { CacheByRights } from '../rights/cacheByRights.ts'
import { type Rows, referredSql, selectableRowsOf } from '../rows.ts'
import { likeAnywhere } from './likePattern.ts'
import { unionOf } from './matchingRows.ts'

/** Narrows the options: every word of a search is in a name, ids, and a maximum number. */
export interface OptionsQuery {
  search?: string | undefined
  ids?: string | undefined
  limit?: number | undefined
  /** Only of this company, where the kind's records belong to one. */
  of_company?: number | undefined
  /** Only records of this company and those below it. */
  within_company?: number | undefined
}

const cachedOptions = new CacheByRights<CompiledQuery<object>>()

/**
 * The short form of a list for drop-downs: all records that can be chosen, by name, or some of them.
 * @param narrowed conditions on the rows of the kind
 */
export async function listOptions(
  context: Context,
  resource: Resource,
  query: OptionsQuery = {},
  narrowed: readonly RawBuilder<boolean>[] = [],
): Promise<object[]> {
  const { limit, ...narrowing } = query
  // Searches get a better plan for their values.
  if (narrowed.length > 0 || Object.values(narrowing).some((value) => value !== undefined)) {
    const found = await idsFound(context, resource, query)
    return optionsOf(context, resource, query, { found, narrowed }).execute()
  }
  const statement = cachedOptions.of(context.actor, [resource.name, limit], () =>
    sql<object>`${optionsOf(context, resource, query)}`.compile(context.db),
  )
  return runCompiled(context.db, statement)
}

/** The maximum number of ids found by a word; beyond, all records are read in the order of their names. */
const MAX_WORD_MATCHES = 2_000

/**
 * The ids of the records that one word of the search finds, if they are few: each searched table has an index, but not all of them
 * together. A reader limited to some companies reads only their records.
 */
async function idsFound(
  { actor, db }: Context,
  resource: Resource,
  query: OptionsQuery,
): Promise<number[] | undefined> {
  if (resource.staysSmall || actor.companies !== 'all') return undefined
  for (const word of wordsOf(query).sort((one, other) => other.length - one.length)) {
    const { rows } = await sql<{
      id: number
    }>`${unionOf(foundBy(actor, resource, likeAnywhere(word)), MAX_WORD_MATCHES + 1)}`.execute(db)
    if (rows.length <= MAX_WORD_MATCHES) return rows.map(({ id }) => id)
  }
  return undefined
}

/** The ids that a word finds, in each searched table. */
function foundBy(actor: Actor, resource: Resource, pattern: string): RawBuilder<unknown>[] {
  const { name, title } = resource
  const { knownAs, holds } = resource.naming
  const own = [title, ...(knownAs ? [knownAs] : [])].map(
    (column) => sql`${sql.ref(`${name}.${column}`)}::text ilike ${pattern}`,
  )
  const owned = sql<boolean>`${sql.ref(`${name}.company_id`)} = any(array(
    select owner.company_id from companies as owner where owner.company ilike ${pattern}))`
  const conditions = [
    sql<boolean>`(${sql.join(own, sql` or `)})`,
    ...(holds ? [...namingLike(actor, resource, pattern), owned] : []),
  ]
  const rows = conditions.map(
    (condition) => sql`select ${sql.ref(`${name}.${resource.id}`)} as id
      from ${sql.table(tableOf(resource))} as ${sql.id(name)} where ${condition}`,
  )
  return holds ? [...rows, idsHolding(actor, resource, pattern)] : rows
}

interface Narrowed {
  found?: readonly number[] | undefined
  narrowed?: readonly RawBuilder<boolean>[]
}

function optionsOf(
  context: Context,
  resource: Resource,
  query: OptionsQuery,
  { found, narrowed: conditions = [] }: Narrowed = {},
): Rows {
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const title = sql`lower(${sql.ref(`${resource.name}.${resource.title}`)}::text)`
  const { knownAs } = resource.naming
  const rows = conditions.reduce(
    (some, condition) => some.where(condition),
    choosable(context, resource, query),
  )
  const all = (found ? rows.where(sql<boolean>`${id} = any(${found}::int8[])`) : rows)
    .select([
      sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as(resource.id),
      labelOf(context.actor, resource).as('label'),
      ...(knownAs ? [sql`nullif(${sql.ref(`${resource.name}.${knownAs}`)}, '')`.as('known_as')] : []),
      ...besideName(context.actor, resource),
      ...resource.options.map((name) => sql`${sql.ref(`${resource.name}.${name}`)}`.as(name)),
    ])
    .orderBy(title)
    .orderBy(id)
  return narrowed(context, resource, all, query)
}

/** The records that can still be chosen, on request of one company. */
function choosable(context: Context, resource: Resource, { of_company, within_company }: OptionsQuery): Rows {
  const rows = Object.entries(resource.archive ?? {}).reduce(
    (some, [column, value]) => some.where(sql.ref(`${resource.name}.${column}`), '<>', value),
    selectableRowsOf(context, resource),
  )
  if (resource.scope !== 'company') return rows
  const owner = sql.ref(`${resource.name}.company_id`)
  if (within_company !== undefined)
    return rows.where(sql<boolean>`is_at_or_above(${within_company}::int8, ${owner})`)
  return of_company === undefined ? rows : rows.where(owner, '=', of_company)
}

function wordsOf({ search = '' }: OptionsQuery): string[] {
  return search.split(/\s+/).filter(Boolean)
}

/** The display name of a record whose title is a code, its owner, and its status. */
function besideName(actor: Actor, resource: Resource): Expression[] {
  const name = placeNameSql(actor, resource, resource.name)
  const figure = figureSql(resource)
  if (!name || !figure) return []
  return [
    name.as('name'),
    ownerOf(actor, resource).as(titleKey('company_id')),
    figure.as(resource.naming.holds?.figure ?? ''),
  ]
}

type Expression = AliasedRawBuilder<unknown, string>

function ownerOf(actor: Actor, resource: Resource): RawBuilder<string | null> {
  return referredSql(actor, resource, 'company_id', sql<string>`company_id_target.company`)
}

/** Narrows last: options with the same name show their owner, even if the others are left out. */
function narrowed(context: Context, resource: Resource, all: Rows, query: OptionsQuery): Rows {
  const { ids, limit } = query
  const inside = resource.visibility.seenBelow
  const { knownAs, holds: contents } = resource.naming
  const name = inside ? sql`o.label` : titleSql(context.actor, resource, resource.name)
  const code = sql.ref(inside ? 'o.known_as' : `${resource.name}.${knownAs}`)
  const id = sql.ref(`${inside ? 'o' : resource.name}.${resource.id}`)
  const holds = (word: string) => {
    const pattern = likeAnywhere(word)
    const isNamed = sql<boolean>`${name} ilike ${pattern}`
    if (!knownAs) return isNamed
    const naming = namingSql(resource, resource.name)
    const isAt = naming ? sql`or ${naming} ilike ${pattern}` : sql``
    const others = contents
      ? sql`${isAt} or ${ownerOf(context.actor, resource)} ilike ${pattern} or ${holdsLike(context.actor, resource, pattern)}`
      : sql``
    return sql<boolean>`(${isNamed} or ${code} ilike ${pattern} ${others})`
  }
  const conditions = [
    ...wordsOf(query).map(holds),
    ...(ids === undefined ? [] : [sql<boolean>`${id} = any(${ids.split(',').map(Number)}::int8[])`]),
  ]
  const rows: Rows = inside && conditions.length > 0 ? context.db.selectFrom(all.as('o')).selectAll() : all
  const found = conditions.reduce((some, condition) => some.where(condition), rows)
  return limit === undefined ? found : found.limit(sql.lit(limit))
}

/** The label of an option. Several with the same name show their owner. */
function labelOf(actor: Actor, resource: Resource): RawBuilder<string> {
  const title = titleSql(actor, resource, resource.name)
  if (!resource.visibility.seenBelow) return title
  const owner = sql<string>`(select company from companies where companies.company_id = ${sql.ref(`${resource.name}.company_id`)})`
  return sql<string>`${title} || case when count(*) over (partition by lower(${title})) > 1
    then ' (' || ${owner} || ')' else '' end`
}

/**
 * Whether an actor may read the options of a kind whose list is closed to them: of kinds that all forms use, and of kinds to which a record
 * that they may write refers. Records out of their reach are not among them.
 */
export function maySelect(actor: Actor, resource: Resource): boolean {
  return isSelectableByAll(resource) || writtenKinds(actor).some((kind) => refersTo(actor, kind, resource))
}

function writtenKinds({ permissions, loginType }: Actor): Resource[] {
  const chooser = { loginType, may: (permission: Permission) => permissions.has(permission) }
  return registeredKinds().filter((kind) => mayWrite(chooser, kind))
}

function refersTo({ loginType }: Actor, kind: Resource, { name }: Resource): boolean {
  const isOpen = (field: Field) => !field.computed && (!field.staffOnly || isStaff(loginType))
  return [kind, ...(kind.details ? [kind.details] : [])].some(({ fields }) =>
    Object.values(fields).some((field) => 'to' in field && field.to === name && isOpen(field)),
  )
}
