import type { Change } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import type { JsonField } from '#core/resources/kinds/json.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { translate } from '#server/platform/translate.ts'
import type { ServerKind, ToldValue } from './serverKind.ts'

export const json: ServerKind<JsonField> = {
  column: () => 'jsonb',
  columnValue: (value) => (value === null ? null : JSON.stringify(value)),
  text: (value, told) => {
    const { field, actor, resource, name, row } = told
    if (field.shape === 'changes') return changesText(value as Change[], told)
    if (field.to) return String(row[titleKey(name)] ?? '')
    if (field.of)
      return (value as string[])
        .map((one) => translate(actor.language, `records.${resource.name}.choices.${name}.${one}`))
        .join(', ')
    return (value as unknown[])
      .map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part)))
      .join(', ')
  },
  hasNoCell: ({ shape }) => shape !== 'names',
  isExportedAsText: ({ shape }) => shape === 'changes',
  cellValue: (cell) => cell.split('|').map((one) => one.trim()),
}

/** Of an object, such as a field of a form, what it is called. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}

/** What changed in a record, field by field, in words: "Company: North → South". */
function changesText(changes: readonly Change[], told: ToldValue<JsonField>): string {
  const kind = told.kindNamed(String(told.row['resource']))
  const side = (name: string, value: unknown, title: string | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (title) return title
    const field = kind?.fields[name]
    if (!kind || !field || isReference(field) || isSecret(field))
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    return told.textOf(kind, name, { [name]: value })
  }
  return changes
    .map(({ field, before, after, before_title, after_title }) => {
      const label = kind?.fields[field] ? told.labelOf(kind, field) : field
      return `${label}: ${side(field, before, before_title)} → ${side(field, after, after_title)}`
    })
    .join('; ')
}
