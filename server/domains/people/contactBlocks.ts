import { sql } from 'kysely'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { notes } from '#core/domains/people/notes.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { OBJECT_KINDS } from '#core/resources/objects.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { rowsOf } from '#server/resources/rows.ts'

type Row = Readonly<
  Record<
    | 'location_label'
    | 'full_single_line_address'
    | 'phone_number'
    | 'phone_number_formatted'
    | 'phone_extension'
    | 'email_address'
    | 'note',
    unknown
  >
>

/** The lines of each part in a printed record. */
const PARTS: readonly { kind: Resource; text: TextKey; lineOf: (row: Row) => string }[] = [
  {
    kind: entity_addresses,
    text: 'print.addresses',
    lineOf: (row) => [row.location_label, row.full_single_line_address].filter(Boolean).join(': '),
  },
  {
    kind: entity_phones,
    text: 'print.phones',
    lineOf: (row) =>
      [row.phone_number_formatted ?? row.phone_number, row.phone_extension].filter(Boolean).join(' – '),
  },
  { kind: entity_emails, text: 'print.emails', lineOf: (row) => String(row.email_address) },
  { kind: notes, text: 'print.notes', lineOf: (row) => String(row.note) },
]

/** Addresses, phones, e-mails and notes of a record, as far as the reader sees them; empty for a kind without any. */
export async function contactBlocks(
  context: Context,
  resource: Resource,
  id: number,
): Promise<NonNullable<PrintDocument['blocks']>> {
  const [object_ref] =
    Object.entries(OBJECT_KINDS).find(([, kind]) => tableOf(resourceOf(kind)) === tableOf(resource)) ?? []
  if (!object_ref) return []
  const blocks = []
  for (const { kind, text, lineOf } of PARTS) {
    if (!mayRead(context.actor, kind)) continue
    const rows = await rowsOf(context, kind)
      .where(sql<boolean>`${sql.ref(`${kind.name}.object_ref`)} = ${object_ref}
        and ${sql.ref(`${kind.name}.object_id`)} = ${id}`)
      .selectAll(kind.name)
      .orderBy(sql.ref(`${kind.name}.${kind.id}`))
      .limit(50)
      .$castTo<Row>()
      .execute()
    const lines = rows.map(lineOf)
    if (lines.length > 0) blocks.push({ title: translate(context.actor.language, text), lines })
  }
  return blocks
}
