import { type AliasedRawBuilder, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import { isSelectableByAll, mayWrite } from '#core/resources/selection.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { runCompiled } from '#server/platform/prepared.ts'
import { CacheByRights } from './keptByRights.ts'
import { holdsLike, namingSql, placeNameSql } from './placeNameSql.ts'
import { type Rows, referredSql, selectableRowsOf } from './rows.ts'
import { titleSql } from './titleSql.ts'

/** What narrows the options: every word of a search stands in a name, ids, and how many at most. */
export interface OptionsQuery {
  search?: string | undefined
  ids?: string | undefined
  limit?: number | undefined
  /** Of this company alone, where the kind's records belong to one. */
  of_company?: number | undefined
}

const keptOptions = new CacheByRights<CompiledQuery<object>>()

/** The lean form of a list for drop-downs: every record that can still be chosen, by its name, or some of them. */
export async function listOptions(
  context: Context,
  resource: Resource,
  asked: OptionsQuery = {},
): Promise<object[]> {
  const { search, ids, limit, of_company } = asked
  // What is searched for is better planned for its words.
  if (search !== undefined || ids !== undefined || of_company !== undefined)
    return optionsOf(context, resource, asked).execute()
  const statement = keptOptions.of(context.actor, [resource.name, limit], () =>
    sql<object>`${optionsOf(context, resource, asked)}`.compile(context.db),
  )
  return runCompiled(context.db, statement)
}

function optionsOf(context: Context, resource: Resource, asked: OptionsQuery): Rows {
  const archived = Object.entries(resource.archive ?? {})
  const rows = archived.reduce(
    (some, [column, value]) => some.where(sql.ref(`${resource.name}.${column}`), '<>', value),
    selectableRowsOf(context, resource),
  )
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const title = sql`lower(${sql.ref(`${resource.name}.${resource.title}`)}::text)`
  const all = rows
    .select([
      sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as(resource.id),
      labelOf(context.actor, resource).as('label'),
      ...(resource.knownAs
        ? [sql`nullif(${sql.ref(`${resource.name}.${resource.knownAs}`)}, '')`.as('known_as')]
        : []),
      ...besideName(context.actor, resource),
      ...(resource.options ?? []).map((name) => sql`${sql.ref(`${resource.name}.${name}`)}`.as(name)),
    ])
    .orderBy(title)
    .orderBy(id)
  const { of_company } = asked
  const isOwned = of_company !== undefined && resource.scope === 'company'
  const own = isOwned ? all.where(sql.ref(`${resource.name}.company_id`), '=', of_company) : all
  return narrowed(context, resource, own, asked)
}

/** What people call a record whose title is a code, whose it is, and how it stands. */
function besideName(actor: Actor, resource: Resource): Expression[] {
  const name = placeNameSql(actor, resource, resource.name)
  const figure = resource.orders?.[resource.holds?.figure ?? '']
  if (!name || !figure || figure === 'place') return []
  const own = sql.ref(`${resource.name}.${resource.id}`)
  return [
    name.as('name'),
    ownerOf(actor, resource).as(titleKey('company_id')),
    sql<
      number | null
    >`(select state.${sql.ref(figure.column)}::float8 from ${sql.table(figure.table)} as state
      where ${sql.ref(`state.${resource.id}`)} = ${own})`.as(resource.holds!.figure),
  ]
}

type Expression = AliasedRawBuilder<unknown, string>

function ownerOf(actor: Actor, resource: Resource): RawBuilder<string | null> {
  return referredSql(actor, resource, 'company_id', sql<string>`company_id_target.company`)
}

/** Where of several under one name each is told with whose it is, those that are left out count as well. */
function narrowed(
  context: Context,
  resource: Resource,
  all: Rows,
  { search, ids, limit }: OptionsQuery,
): Rows {
  const inside = resource.seenBelow
  const name = inside ? sql`o.label` : titleSql(context.actor, resource, resource.name)
  const code = sql.ref(inside ? 'o.known_as' : `${resource.name}.${resource.knownAs}`)
  const id = sql.ref(`${inside ? 'o' : resource.name}.${resource.id}`)
  const holds = (word: string) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const isNamed = sql<boolean>`${name} ilike ${pattern}`
    if (!resource.knownAs) return isNamed
    const naming = namingSql(resource, resource.name)
    const isAt = naming ? sql`or ${naming} ilike ${pattern}` : sql``
    const others = resource.holds
      ? sql`${isAt} or ${ownerOf(context.actor, resource)} ilike ${pattern} or ${holdsLike(context.actor, resource, pattern)}`
      : sql``
    return sql<boolean>`(${isNamed} or ${code} ilike ${pattern} ${others})`
  }
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  const conditions = [
    ...words.map(holds),
    ...(ids === undefined ? [] : [sql<boolean>`${id} = any(${ids.split(',').map(Number)}::int8[])`]),
  ]
  const rows: Rows = inside && conditions.length > 0 ? context.db.selectFrom(all.as('o')).selectAll() : all
  const found = conditions.reduce((some, condition) => some.where(condition), rows)
  return limit === undefined ? found : found.limit(sql.lit(limit))
}

/** What a record is called where one chooses it. Of several offered under one name each is told with whose it is. */
function labelOf(actor: Actor, resource: Resource): RawBuilder<string> {
  const title = titleSql(actor, resource, resource.name)
  if (!resource.seenBelow) return title
  const owner = sql<string>`(select company from companies where companies.company_id = ${sql.ref(`${resource.name}.company_id`)})`
  return sql<string>`${title} || case when count(*) over (partition by lower(${title})) > 1
    then ' (' || ${owner} || ')' else '' end`
}

/**
 * Whether an actor may read the options of a kind whose list is closed to him: of what the forms of everybody choose
 * from, and of what a record that he may write refers to. What lies outside his reach is not among them.
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
