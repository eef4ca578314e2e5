// Deliberately long: the columns, titles and names that an actor reads of a row are one rule of visibility.

import {
  type AliasedRawBuilder,
  type CompiledQuery,
  createQueryId,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { isStaff } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { type RecordOf, type Resource, tableOf } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { BUSINESS_CURRENCY, COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { currencyKeysOf, isAmount } from '#core/resources/fields/currencyKeysOf.ts'
import { isReadBy } from '#core/resources/fields/isReadBy.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { readableFields } from '#core/resources/fields/readableFields.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { runCompiled, runPrepared } from '#server/platform/database/prepared.ts'
import { notFound, notPermitted } from '#server/platform/refusal.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { namedTables } from './names/namedTables.ts'
import { nameForReader } from './names/nameForReader.ts'
import { placeNameSql } from './names/placeNameSql.ts'
import { ownName, titleSql } from './names/titleSql.ts'
import { CacheByRights } from './rights/cacheByRights.ts'
import { isInResponse } from './rights/isInResponse.ts'
import { isSoldToSql } from './rights/isSoldTo.ts'
import { ownedByActor, selectableRows, visible, visibleBySource } from './rights/visible.ts'
import { userFieldSql } from './userFields/userFieldSql.ts'
import { withUserFields } from './userFields/userFields.ts'

/** A table named at run time has no static columns; the definition guarantees them. */
export type Rows = SelectQueryBuilder<any, any, object>

/** The only access to rows, limited to rows that the actor may see. */
export function rowsOf(context: Context, resource: Resource): Rows {
  return ofThisKind(context, resource).where(visible(context.actor, resource))
}

/** The visible rows as several queries, each of which can use an index. A row is in exactly one of them. */
export function rowsBySource(context: Context, resource: Resource): Rows[] {
  return visibleBySource(context.actor, resource).map((condition) =>
    ofThisKind(context, resource).where(condition),
  )
}

/** The rows that the actor may choose, so may know by name. */
export function selectableRowsOf(context: Context, resource: Resource): Rows {
  return ofThisKind(context, resource).where(selectableRows(context.actor, resource))
}

function ofThisKind(context: Context, resource: Resource): Rows {
  const rows: Rows = namedTables(context.db).selectFrom(`${tableOf(resource)} as ${resource.name}`)
  return ofKind(resource).reduce((some, [column, value]) => some.where(column, '=', sql.lit(value)), rows)
}

/** Rows with columns in raw SQL, which name themselves. */
export function selectColumns<T extends object>(
  rows: Rows,
  columns: RawBuilder<unknown>,
): SelectQueryBuilder<any, any, T> {
  // The builder's types know no expression without a name.
  return rows.select(columns as never).$castTo<T>()
}

/** The condition that distinguishes a kind from others in its table. */
function ofKind({ name, within }: Resource) {
  return Object.entries(within?.where ?? {}).map(
    ([column, value]) => [sql.ref(`${name}.${column}`), value] as const,
  )
}

/** A field as SQL: its column, or the expression of a derived field. */
export function fieldSql(resource: Resource, name: string): RawBuilder<unknown> {
  const field = withUserFields(resource).fields[name]
  if (field?.isUserDefined) return userFieldSql(resource.name, name, field)
  const expression = field && serverKindOf(field).sql?.(resource.name, field)
  return expression ?? sql`${sql.ref(`${resource.name}.${name}`)}`
}

/** The fields that the actor can neither read, write nor search. */
export function hiddenFields(actor: Actor, resource: Resource): string[] {
  const whole = withUserFields(resource)
  return Object.keys(whole.fields).filter((name) => !isReadBy(actor, whole, name))
}

const cachedColumns = new CacheByRights<RawBuilder<unknown>>()

/**
 * The columns of a response: every readable field, the names of its references, and related columns.
 * @param requested the requested fields, when not all are.
 */
export function columnsOf(
  actor: Actor,
  kind: Resource,
  requested?: readonly string[],
  related?: Pick<RelatedColumns<unknown>, 'key' | 'columns'>,
): RawBuilder<unknown> {
  return cachedColumns.of(actor, [kind.name, requested, related && ['related', related.key]], () =>
    asText(sql.join([...columnListOf(actor, kind, requested), ...(related?.columns() ?? [])])),
  )
}

/** Compiles an expression once, so that later only its parameters must be numbered. */
function asText(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  const compiler = new PostgresQueryCompiler()
  const { sql: text, parameters } = compiler.compileQuery(expression.toOperationNode(), createQueryId())
  const parts = text.split(/\$\d+/)
  return sql(Object.assign(parts, { raw: parts }), ...parameters)
}

/** Whether companies below the owner of a record do not see a field of it. */
function isHiddenBelow({ visibility: { seenBelow }, fields }: Resource, name: string): boolean {
  return seenBelow !== undefined && (seenBelow.hides.includes(name) || fields[name]?.isUserDefined === true)
}

/** A field's value; null in rows whose owner hides it from the actor's company, or whose seller hides it from the buyer. */
export function unlessHidden(
  actor: Actor,
  resource: Resource,
  name: string,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (resource.fields[name]?.sellersOnly) {
    const sold = isSoldToSql(actor, `${resource.name}.company_id`)
    return sold ? sql`case when ${sold} then ${value} end` : value
  }
  if (!isHiddenBelow(resource, name)) return value
  const owned = ownedByActor(actor, resource, resource.name)
  return owned ? sql`case when ${owned} then ${value} end` : value
}

function columnListOf(actor: Actor, kind: Resource, requested?: readonly string[]): RawBuilder<unknown>[] {
  const resource = withUserFields(kind)
  const fields = readableFields(resource).filter(([name]) => isInResponse(resource, name, requested))
  const own = [resource.id, ...fields.map(([name]) => name), 'created_at', 'updated_at']
  const hidden = hiddenFields(actor, resource)
  const readValue = (name: string, value: RawBuilder<unknown>) =>
    hidden.includes(name) ? sql`null` : unlessHidden(actor, resource, name, value)
  const titles = fields
    .filter(([, field]) => isReference(field))
    .flatMap(([name, field]) => titlesOf(actor, resource, name, field))
    .map(({ name, column, value }) => sql`${readValue(name, value)} as ${sql.id(column)}`)
  const owned = ownedByActor(actor, resource, resource.name)
  const columns = own.map(
    (name) => sql`${readValue(name, shownSql(actor, resource, name))} as ${sql.id(name)}`,
  )
  const lists = fields.flatMap(([name, field]) => {
    const kind = listedKind(field)
    return kind ? [titlesColumn(actor, resource, name, resourceOf(kind))] : []
  })
  const ownNameOf = ownName(actor, resource, resource.name)
  const names = resource.visibility.seenBelow
    ? [
        sql`${ownNameOf ?? sql`null::text`} as own_name`,
        sql`${owned ? sql`case when ${owned} then 0 else 1 end` : sql`0`} as is_offered`,
      ]
    : []
  const hasAmounts = fields.some(([, field]) => isAmount(field))
  return [...columns, ...titles, ...lists, ...names, ...(hasAmounts ? currencyColumns(resource) : [])]
}

/** A field as the actor reads it: names of staff are hidden from others. */
function shownSql(actor: Actor, resource: Resource, name: string): RawBuilder<unknown> {
  const field = resource.fields[name]
  const own = fieldSql(resource, name)
  if (!field || !('writtenBy' in field) || !field.writtenBy || isStaff(actor.loginType)) return own
  const writer = `${name}_writer`
  return sql`coalesce((select ${nameForReader(actor, writer, own)} from users as ${sql.id(writer)}
    where ${sql.ref(`${writer}.user_id`)} = ${sql.ref(`${resource.name}.${field.writtenBy}`)}), ${own})`
}

/** The currencies of amounts in records without their own: the company's, or the business's. */
function currencyColumns(resource: Resource): RawBuilder<unknown>[] {
  const owners: Record<string, RawBuilder<unknown>> = {
    [COMPANY_CURRENCY]: sql`${sql.ref(`${resource.name}.company_id`)}`,
    [BUSINESS_CURRENCY]: sql`${OWN_COMPANY}`,
  }
  return currencyKeysOf(resource).flatMap((key) =>
    owners[key]
      ? [
          sql`(select currency_id from companies where companies.company_id = ${owners[key]}) as ${sql.id(key)}`,
        ]
      : [],
  )
}

/** The title of a referenced record, and its display name where the title is a code. */
function titlesOf(actor: Actor, resource: Resource, name: string, field: Field) {
  const alias = `${name}_target`
  const target = resourceOf(isReference(field) ? field.to : '')
  const display = placeNameSql(actor, target, alias)
  return [
    { name, column: titleKey(name), value: referredTitleSql(actor, resource, name) },
    ...(display ? [{ name, column: nameKey(name), value: referredSql(actor, resource, name, display) }] : []),
  ]
}

/** The title of a referenced record; null if the actor may not see it. */
export function referredTitleSql(actor: Actor, resource: Resource, name: string): RawBuilder<string | null> {
  const field = resource.fields[name]
  const target = resourceOf(isReference(field) ? field.to : '')
  return referredSql(actor, resource, name, titleSql(actor, target, `${name}_target`))
}

/** A value of the referenced record, which is joined as `<field>_target`. Null if the actor may not see that record. */
export function referredSql(
  actor: Actor,
  resource: Resource,
  name: string,
  value: RawBuilder<string>,
): RawBuilder<string | null> {
  const field = resource.fields[name]
  const target = resourceOf(isReference(field) ? field.to : '')
  const alias = `${name}_target`
  return sql`(select ${value} from ${sql.table(tableOf(target))} as ${sql.id(alias)}
    where ${sql.ref(`${alias}.${target.id}`)} = ${sql.ref(`${resource.name}.${name}`)}
      and ${titleIfVisible(actor, resource, name, alias)})`
}

/** Whether the actor may see the title of a referenced record, which is joined as `alias`. */
export function titleIfVisible(
  actor: Actor,
  resource: Resource,
  name: string,
  alias: string,
): RawBuilder<boolean> {
  const field = resource.fields[name]
  const target = resourceOf(isReference(field) ? field.to : '')
  const selectable = selectableRows(actor, target, alias)
  if (!resource.visibility.seenBelow || name !== 'company_id') return selectable
  // An actor who is offered a record of a company above may see whose it is.
  return sql<boolean>`(${selectable} or ${sql.ref(`${alias}.${target.id}`)} = any(${actor.above}))`
}

/** The names of a list of records, as far as the actor may see them. */
function titlesColumn(actor: Actor, resource: Resource, name: string, target: Resource): RawBuilder<unknown> {
  const alias = `${name}_target`
  const title = sql.ref(`${alias}.${target.title}`)
  const ids = sql`array(select listed.id::int8 from jsonb_array_elements_text(${sql.ref(`${resource.name}.${name}`)}) as listed (id))`
  return sql`(select string_agg(${title}::text, ', ' order by ${title}) from ${sql.table(tableOf(target))} as ${sql.id(alias)}
    where ${sql.ref(`${alias}.${target.id}`)} = any(${ids}) and ${visible(actor, target, alias)}) as ${sql.id(titleKey(name))}`
}

/** Columns that are read with the rows of a kind in one statement, by joins to the table that is named like the kind. */
export interface RelatedColumns<T> {
  /** The cache key of its joins and columns, without the actor's rights. */
  key: string
  joins: RawBuilder<unknown>
  /** Composed once for all actors with the same rights. */
  columns: () => readonly RawBuilder<unknown>[]
  /** Completes a row, which it may modify. */
  finish: (row: T) => T
}

const cachedReads = new CacheByRights<CompiledQuery<Record<string, unknown>>>()

/** @throws Refusal 404, for a missing record as for one that the actor may not see. */
export async function readRecord<R extends Resource>(
  { actor, db }: Context,
  resource: R,
  id: number,
  related?: RelatedColumns<RecordOf<R>>,
): Promise<RecordOf<R>> {
  const statement = cachedReads.of(actor, [resource.name, related && ['related', related.key]], () =>
    readOf(actor, resource, related).compile(db),
  )
  // The id is the last of the parameters.
  const parameters = [...statement.parameters.slice(0, -1), id]
  const [row] = await runCompiled<RecordOf<R>>(db, { ...statement, parameters })
  if (!row) throw notFound()
  return related ? related.finish(row) : row
}

function readOf(
  actor: Actor,
  resource: Resource,
  related?: Pick<RelatedColumns<unknown>, 'key' | 'joins' | 'columns'>,
): RawBuilder<Record<string, unknown>> {
  const is = [
    ...ofKind(resource).map(([column, value]) => sql`${column} = ${sql.lit(value)}`),
    visible(actor, resource),
    sql`${sql.ref(`${resource.name}.${resource.id}`)} = ${0}`,
  ]
  return sql<Record<string, unknown>>`select ${columnsOf(actor, resource, undefined, related)}
    from ${sql.table(tableOf(resource))} as ${sql.id(resource.name)} ${related?.joins ?? sql``}
    where ${sql.join(is, sql` and `)}`
}

/**
 * Reads a record, locked until the end of the transaction: call this before a change that depends on its state. Others may still refer to
 * it.
 */
export async function lockRecord<R extends Resource>(
  context: Context,
  resource: R,
  id: number,
): Promise<RecordOf<R>> {
  const found = await withId(context, resource, id)
    .selectAll(resource.name)
    .select(addedColumns(resource))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  await requireOwned(context, resource, id)
  return found as RecordOf<R>
}

/** Like `lockRecord`, for many records: locks them in order of their ids, and omits those that the actor may not see. */
export async function lockRecords<R extends Resource>(
  context: Context,
  resource: R,
  ids: readonly number[],
): Promise<RecordOf<R>[]> {
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const found = await rowsOf(context, resource)
    .where(sql<boolean>`${id} = any(${[...ids]}::int8[])`)
    .selectAll(resource.name)
    .select(addedColumns(resource))
    .orderBy(id)
    .forNoKeyUpdate()
    .execute()
  return found as RecordOf<R>[]
}

/** Refuses to change a record that a company above offers. @throws Refusal 405 */
export async function requireOwned(context: Context, resource: Resource, id: number): Promise<void> {
  const owned = ownedByActor(context.actor, resource, resource.name)
  if (!owned) return
  const own = await withId(context, resource, id).where(owned).select(sql`1`.as('one')).executeTakeFirst()
  if (!own) throw notPermitted()
}

/** The user-defined fields as columns. */
function addedColumns(resource: Resource): AliasedRawBuilder<unknown, string>[] {
  return Object.entries(withUserFields(resource).fields)
    .filter(([, field]) => field.isUserDefined)
    .map(([name]) => fieldSql(resource, name).as(name))
}

/**
 * Refuses, without reading it, a record that the actor may not see; `field` is the field that refers to it, if any.
 * @throws Refusal 404
 */
export async function requireVisible(
  context: Context,
  resource: Resource,
  id: number,
  field?: string,
): Promise<void> {
  if (!(await isVisible(context, resource, id))) throw notFound(...(field ? [field] : []))
}

async function isVisible(context: Context, resource: Resource, id: number): Promise<boolean> {
  const found = withId(context, resource, id).select(sql`1`.as('one'))
  return (await runPrepared(context.db, sql`${found}`)).length > 0
}

/** Whether the actor may choose a record. */
export async function isSelectable(context: Context, resource: Resource, id: number): Promise<boolean> {
  const found = await selectableRowsOf(context, resource)
    .where(sql.ref(`${resource.name}.${resource.id}`), '=', id)
    .select(sql`1`.as('one'))
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses a record that the actor may not choose. @throws Refusal 404 */
export async function requireSelectable(
  context: Context,
  resource: Resource,
  id: number,
  field: string,
): Promise<void> {
  if (!(await isSelectable(context, resource, id))) throw notFound(field)
}

/** Whether the actor may see all of these. */
export async function areVisible(
  context: Context,
  resource: Resource,
  ids: readonly number[],
): Promise<boolean> {
  const requested = [...new Set(ids)]
  const found = await rowsOf(context, resource)
    .where(sql<boolean>`${sql.ref(`${resource.name}.${resource.id}`)} = any(${requested}::int8[])`)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(found.count) === requested.length
}

function withId(context: Context, resource: Resource, id: number): Rows {
  return rowsOf(context, resource).where(sql.ref(`${resource.name}.${resource.id}`), '=', id)
}
