import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { systemActor } from '#server/platform/context.ts'
import { fieldLabel } from '#server/resources/fieldLabel.ts'
import { LANGUAGES, lettersOf } from '#server/resources/imports/cellWords.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { withUserFields } from '#server/resources/userFields.ts'

/** The fields that a column can stand for: rows of a record and pictures have no cell. */
export function importableFields(resource: Resource): [name: string, field: Field][] {
  return writableFields(withUserFields(resource)).filter(([, field]) => !serverKindOf(field).hasNoCell)
}

/** Which field each column means, guessed by its heading: the field's name or its label, in any language. */
export function guessMappings(resource: Resource, headings: readonly string[]): FieldMapping[] {
  const taken = new Set<string>()
  return headings.flatMap((heading, position) => {
    const found = importableFields(resource).find(
      ([name]) => !taken.has(name) && namesOf(resource, name).includes(lettersOf(heading)),
    )
    if (!found || heading === '') return []
    taken.add(found[0])
    return [{ position, table_field: found[0] }]
  })
}

function namesOf(resource: Resource, name: string): string[] {
  const labels = LANGUAGES.map((language) => fieldLabel({ ...systemActor, language }, resource, name))
  return [name, name.replace(/_id$/, ''), ...labels].map(lettersOf)
}

/** What a cell says, as the wire has it. A reference stays a text: it is looked up by who knows the records. */
export function cellValue(kind: Resource, name: string, cell: string, hasDecimalComma: boolean): unknown {
  const resource = withUserFields(kind)
  const field = resource.fields[name]!
  const value = serverKindOf(field).cellValue?.(cell, { resource, name, field }, hasDecimalComma)
  return value === undefined ? cell : value
}
