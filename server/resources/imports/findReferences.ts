import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import { fieldOf, type Resource } from '#core/resources/definition.ts'
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
    const wanted = open()
    if (wanted.length > 0) await findByField(context, target, name, wanted, found)
  }
  const rest = open()
  if (rest.length > 0) await findByPlace(context, target, rest, found)
  for (const text of open()) found.set(text, 'not_found')
  return found
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
  const there = new Set(rows.map((row) => Number(row.id)))
  for (const text of texts)
    if (/^\d{1,15}$/.test(text)) found.set(text, there.has(Number(text)) ? Number(text) : 'not_found')
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
  const byKey = new Map<string, { id: number; isArchived: boolean }[]>()
  for (const row of await rows.execute()) {
    const key = String(row.key)
    byKey.set(key, [...(byKey.get(key) ?? []), { id: Number(row.id), isArchived: row.is_archived === true }])
  }
  for (const text of texts) {
    const all = byKey.get(keyOf(text)) ?? []
    const active = all.filter(({ isArchived }) => !isArchived)
    const meant = active.length > 0 ? active : all
    if (meant.length > 0) found.set(text, meant.length > 1 ? 'ambiguous' : firstOf(meant).id)
  }
}

/** Whether a record is archived. */
export function isArchivedSql(resource: Resource) {
  const parts = Object.entries(resource.archive ?? {}).map(
    ([name, value]) => sql`${sql.ref(`${resource.name}.${name}`)} = ${sql.lit(value)}`,
  )
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`false`
}

/** Finds records whose title is a code by their display names. The contents are read only of those whose place the text begins with. */
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
