import { sql } from 'kysely'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges } from '#server/resources/changes/validate.ts'
import { escapeFormula, exportedText } from '#server/resources/files/export.ts'
import { changesBetween } from '#server/resources/history/audit.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { columnsOf, rowsOf, selectColumns } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'

/** Records in their returned form, by ids: one statement for all. */
export async function readMany(
  context: Context,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map()
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const rows = await selectColumns<Values>(
    rowsOf(context, resource).where(sql<boolean>`${id} = any(${[...new Set(ids)]}::int8[])`),
    columnsOf(context.actor, resource),
  ).execute()
  return new Map(rows.map((row) => [Number(row[resource.id]), row]))
}

/**
 * The differences between a row and its record. A cell that equals the text of our own export counts as unchanged, whatever it parses to.
 * Secrets are never compared: a record keeps its own.
 * @param texts the cells, by their fields
 * @throws Refusal 422, 405 or 409 as a change does
 */
export function changesOfRow(
  context: Context,
  kind: Resource,
  current: Values,
  { body, texts }: { body: Values; texts: Values },
): Values {
  const resource = withUserFields(kind)
  const values = Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const field = resource.fields[name]
      return (
        field &&
        !field.computed &&
        !isSecret(field) &&
        !isWritten(context, resource, name, current, texts[name])
      )
    }),
  )
  if (Object.keys(values).length === 0) return {}
  const accepted = acceptChanges(context, kind, values, current)
  const changed = new Set(changesBetween(resource, current, accepted).map(({ field }) => field))
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)))
}

const TEXTS = new WeakMap<Field, Map<string, ReadonlyMap<unknown, string> | undefined>>()

/** The texts of a field's values, cached per language. */
function textsOf(resource: Resource, name: string, field: Field, language: string) {
  const byLanguage = TEXTS.get(field) ?? new Map<string, ReadonlyMap<unknown, string> | undefined>()
  TEXTS.set(field, byLanguage)
  if (!byLanguage.has(language))
    byLanguage.set(language, serverKindOf(field).valueTexts?.({ resource, name, field }, language))
  return byLanguage.get(language)
}

/** Whether a cell equals the exported text of the record. */
export function isWritten(
  { actor }: Context,
  resource: Resource,
  name: string,
  current: Values,
  text: unknown,
): boolean {
  if (typeof text !== 'string') return false
  const field = resource.fields[name]
  const texts = field && textsOf(resource, name, field, actor.language)
  const writer = { actor, valueTexts: new Map(texts ? [[name, texts]] : []) }
  const written = exportedText(writer, resource, name, current)
  return text === written.trim() || text === escapeFormula(written).trim()
}
