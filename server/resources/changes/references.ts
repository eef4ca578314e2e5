import { type RawBuilder, sql } from 'kysely'
import type { Issue } from '#core/platform/issue.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { areVisible, isSelectable, selectableRowsOf } from '../rows.ts'

/**
 * Refuses references to records that the writer cannot see: the response is 404, as for any record out of reach.
 * @param place the path of the fields in the body, as a prefix of their names
 * @throws Refusal 404 naming each such field
 */
export async function refuseUnreachable(
  context: Context,
  resource: Resource,
  values: Record<string, unknown>,
  place = '',
): Promise<void> {
  const missing: string[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const target = values[name]
    const listed = listedKind(field)
    const isMissing =
      (isReference(field) &&
        target != null &&
        !(await isSelectable(context, resourceOf(field.to), Number(target)))) ||
      (listed && Array.isArray(target) && !(await areVisible(context, resourceOf(listed), target)))
    if (isMissing) missing.push(`${place}${name}`)
  }
  if (missing.length > 0) throw notFound(...missing)
}

/**
 * Like `refuseUnreachable`, for the rows of a record, with a statement for each reference of their kind.
 * @throws Refusal 404 naming each such field
 */
export async function refuseUnreachableRows(
  context: Context,
  resource: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const missing: { at: number; name: string }[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isReference(field)) continue
    for (const at of await unreachable(context, resourceOf(field.to), rows, name)) missing.push({ at, name })
  }
  if (missing.length > 0)
    throw notFound(
      ...missing.sort((one, other) => one.at - other.at).map(({ at, name }) => `details.${at}.${name}`),
    )
}

/** The indexes of records with a reference that the writer cannot see: one statement for all of them. */
export async function unreachable(
  context: Context,
  target: Resource,
  records: readonly Readonly<Record<string, unknown>>[],
  name: string,
): Promise<number[]> {
  const requested = [
    ...new Set(records.flatMap((values) => (values[name] == null ? [] : [Number(values[name])]))),
  ]
  if (requested.length === 0) return []
  const id = sql<string>`${sql.ref(`${target.name}.${target.id}`)}`
  const rows = await selectableRowsOf(context, target)
    .where(sql<boolean>`${id} = any(${requested}::int8[])`)
    .select(id.as('id'))
    .execute()
  const existing = new Set(rows.map((row) => Number(row.id)))
  return records.flatMap((values, index) =>
    values[name] == null || existing.has(Number(values[name])) ? [] : [index],
  )
}

/**
 * Refuses references to a record of another company than the one that a field of the same record names. Unchanged references are not
 * checked again.
 * @throws Refusal 422 naming each such field
 */
export async function refuseForeign(
  { db }: Context,
  resource: Resource,
  next: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const issues: Issue[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isReference(field) || !field.ofCompany) continue
    const [target, company] = [next[name], next[field.ofCompany.field]]
    const isChanged = target !== before[name] || company !== before[field.ofCompany.field]
    if (target == null || company == null || !isChanged) continue
    const kind = resourceOf(field.to)
    const isTheirs = isTheirsSql(field.ofCompany.reach, sql`${company}::int8`)
    const { rows } = await sql`select from ${sql.table(tableOf(kind))} t
      where ${sql.ref(`t.${kind.id}`)} = ${target} and not ${isTheirs}`.execute(db)
    if (rows.length > 0) issues.push({ field: name, rule: 'other_company' })
  }
  if (issues.length > 0) throw invalid(issues)
}

/** Whether a record `t` belongs to a company to which the field of a record of `company` may refer. */
export function isTheirsSql(
  reach: 'same' | 'below' | 'line',
  company: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const below = sql<boolean>`is_at_or_above(${company}, t.company_id)`
  if (reach === 'same') return sql<boolean>`t.company_id = ${company}`
  if (reach === 'below') return below
  return sql<boolean>`(${below} or is_at_or_above(t.company_id, ${company}) or ${OWN_COMPANY} in (t.company_id, ${company}))`
}

/**
 * Refuses values that only the database can check, such as a choice that its list does not offer now.
 * @throws Refusal 422
 */
export async function refuseByKind(
  context: Context,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name]
    if (value !== null && value !== undefined) await serverKindOf(field).refuse?.(context, name, field, value)
  }
}
