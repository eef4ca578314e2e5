import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import { fieldOf, type Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { Context } from '#server/platform/context.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { placeNameSql, placeSql } from '#server/resources/names/placeNameSql.ts'
import { fieldSql, rowsOf } from '#server/resources/rows.ts'

/** The record that each text names, or the broken rule if it names none or several. */
export type FoundReferences = ReadonlyMap<string, number | Rule>

/**
 * Finds the records of a kind that cells name, all at once: by their titles, else by other unique fields (an account number), else by their
 * display names. Only records that the actor may see.
 * @param byId the column has ids of records, as its heading says
 */
export async function findReferences(
  context: Context,
  target: Resource,
  texts: readonly string[],
  byId = false,
): Promise<FoundReferences> {
  const found = new Map<string, number | Rule>()
  const open = () => texts.filter((text) => !found.has(text) && text !== '')
  if (byId) await findByIds(context, target, open(), found)
  for (const name of namesOf(target)) {
    const requested = open()
    if (requested.length > 0) await findByField(context, target, name, requested, found)
  }
  const rest = open()
  if (rest.length > 0) await findByPlace(context, target, rest, found)
  for (const text of open()) found.set(text, 'not_found')
  return found
}

/** A record that a cell names, and the company of its row. */
export interface OwnReference {
  text: string
  company: number
}

/**
 * Finds the records that cells name by the companies of their rows, as several companies have records of one name: the company's own first,
 * then records of the companies above it, then below it. Finds nothing for a kind without companies.
 * @returns the record of each, in the order of the cells; undefined if no such company has one of that name
 */
export async function findOwnReferences(
  context: Context,
  target: Resource,
  requested: readonly OwnReference[],
): Promise<(number | Rule | undefined)[]> {
  const found: (number | Rule | undefined)[] = requested.map(() => undefined)
  if (!isReference(target.fields.company_id)) return found
  for (const name of namesOf(target)) {
    const open = requested.flatMap(({ text, company }, index) =>
      found[index] === undefined ? [{ at: index, company, key: keyOf(text) }] : [],
    )
    if (open.length === 0) break
    for (const [at, some] of await findOfCompanies(context, target, name, open))
      found[at] = onlyCandidate(some)
  }
  return found
}

interface Candidate {
  id: number
  is_archived: boolean
}

/** The records of each cell that belong to the nearest company with one. */
async function findOfCompanies(
  context: Context,
  target: Resource,
  name: string,
  open: readonly object[],
): Promise<Map<number, Candidate[]>> {
  const company = sql<number>`${sql.ref(`${target.name}.company_id`)}`
  const distance = sql<number>`case when ${company} = wanted.company then 0
    when is_at_or_above(${company}, wanted.company) then 1 when is_at_or_above(wanted.company, ${company}) then 2 end`
  const rows = await rowsOf(context, target)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(open)}::jsonb)`.as(
        sql`wanted (at int, company int8, key text)`,
      ),
      (join) => join.on(sql<boolean>`${keySql(target, name)} = wanted.key`),
    )
    .where(sql<boolean>`${distance} is not null`)
    .select([
      sql<number>`wanted.at`.as('at'),
      sql<number>`${sql.ref(`${target.name}.${target.id}`)}`.as('id'),
      distance.as('distance'),
      isArchivedSql(target).as('is_archived'),
    ])
    .execute()
  const nearest = new Map<number, number>()
  for (const { at, distance: own } of rows)
    nearest.set(Number(at), Math.min(Number(own), nearest.get(Number(at)) ?? 2))
  return groupBy(
    rows.filter(({ at, distance: own }) => Number(own) === nearest.get(Number(at))),
    ({ at }) => Number(at),
  )
}

/** The fields that each identify a record of a kind. */
export function namesOf({ title, matchBy, naming: { knownAs } }: Resource): string[] {
  const alone = matchBy.flatMap((fields) => (fields.length === 1 ? [firstOf(fields)] : []))
  return [...new Set([title, ...(knownAs ? [knownAs] : []), ...alone])]
}

/** A field's value as a key: text in the format of the wire, in lower case. */
export function keySql(resource: Resource, name: string) {
  const value = fieldSql(resource, name)
  const text = serverKindOf(fieldOf(resource, name)).wireText?.(value) ?? sql`${value}::text`
  return sql<string | null>`lower(${text})`
}

const keyOf = (text: string) => text.trim().toLowerCase()

async function findByIds(
  context: Context,
  target: Resource,
  texts: readonly string[],
  found: Map<string, number | Rule>,
): Promise<void> {
  const numbers = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number)
  if (numbers.length === 0) return
  const id = sql<string>`${sql.ref(`${target.name}.${target.id}`)}`
  const rows = await rowsOf(context, target)
    .where(sql<boolean>`${id} = any(${numbers}::int8[])`)
    .select(id.as('id'))
    .execute()
  const existing = new Set(rows.map((row) => Number(row.id)))
  for (const text of texts)
    if (/^\d{1,15}$/.test(text)) found.set(text, existing.has(Number(text)) ? Number(text) : 'not_found')
}

async function findByField(
  context: Context,
  target: Resource,
  name: string,
  texts: readonly string[],
  found: Map<string, number | Rule>,
): Promise<void> {
  const value = keySql(target, name)
  const keys = [...new Set(texts.map(keyOf))]
  const rows = rowsOf(context, target)
    .where(sql<boolean>`${value} = any(${keys}::text[])`)
    .select([sql<number>`${sql.ref(`${target.name}.${target.id}`)}`.as('id'), value.as('key')])
    .select(isArchivedSql(target).as('is_archived'))
  const byKey = groupBy(await rows.execute(), ({ key }) => String(key))
  for (const text of texts) {
    const one = onlyCandidate(byKey.get(keyOf(text)) ?? [])
    if (one !== undefined) found.set(text, one)
  }
}

/** The one of several records with the same name that is not archived. */
function onlyCandidate(all: readonly Candidate[]): number | Rule | undefined {
  const active = all.filter(({ is_archived }) => is_archived !== true)
  const [one, ...others] = active.length > 0 ? active : all
  if (!one) return undefined
  return others.length > 0 ? 'ambiguous' : Number(one.id)
}

/** Whether a record is archived. */
export function isArchivedSql(resource: Resource) {
  const parts = Object.entries(resource.archive ?? {}).map(
    ([name, value]) => sql`${sql.ref(`${resource.name}.${name}`)} = ${sql.lit(value)}`,
  )
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`false`
}

/** Finds records whose title is a code by their display names. Contents are read only for records with a place that the text begins with. */
async function findByPlace(
  context: Context,
  target: Resource,
  texts: readonly string[],
  found: Map<string, number | Rule>,
): Promise<void> {
  const name = placeNameSql(context.actor, target, target.name)
  if (!name) return
  const place = placeSql(target, target.name)
  const rows = await rowsOf(context, target)
    .innerJoin(sql<{ text: string }>`(select unnest(${texts}::text[]) as text)`.as('wanted'), (join) =>
      join.on(
        sql<boolean>`starts_with(lower(wanted.text), lower(${place})) and lower(${name}) = lower(wanted.text)`,
      ),
    )
    .select([sql<number>`${sql.ref(`${target.name}.${target.id}`)}`.as('id'), 'wanted.text as text'])
    .execute()
  for (const row of rows) {
    const text = String(row.text)
    found.set(text, found.has(text) ? 'ambiguous' : Number(row.id))
  }
}
