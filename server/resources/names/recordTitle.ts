import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecord } from '../rows.ts'
import { displayValue, type Reader } from './display.ts'

type Row = Readonly<Record<string, unknown>>

/** The display name of a record that was read with the names of its references. */
export function recordTitle(reader: Reader, resource: Resource, record: Row): string {
  const parts = resource.naming.calledBy ?? [resource.title]
  return parts
    .map((part) => (part === '→' ? part : displayValue(reader, resource, part, record)))
    .filter(Boolean)
    .join(' ')
}

/** The title of a locked row, which has ids only: names are read where the display name needs them. */
export async function titleOfRow(context: Context, resource: Resource, row: Row): Promise<string> {
  const { title, fields } = resource
  const { calledBy } = resource.naming
  const isPlain = !calledBy && !isReference(fields[title])
  const id = Number(row[resource.id])
  const record: Row = isPlain ? row : await readRecord(context, resource, id)
  return recordTitle({ actor: context.actor, marks: new Map() }, resource, record) || String(id)
}
