import { kindOfTable } from '#core/domains/tools/formKinds.ts'
import type { Field } from '#core/resources/field.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { translate } from '#server/platform/translate.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'

/** What the dictionary says of a column before anybody has said more. */
export interface Meaning {
  alias: string
  input_type: string | null
  rules: string | null
  fillable: 0 | 1
  protected: 0 | 1
  is_hidden: 0 | 1
  is_searchable: 0 | 1
}

/** A column's meaning as its definition has it; a column of no definition is the product's own business. */
export function initialMeaning(table: string, column: string): Meaning {
  const kind = kindOfTable(table)
  const field = kind?.fields[column]
  if (!kind || !field) {
    const isId = column === kind?.id
    return {
      alias: inWords(column),
      input_type: null,
      rules: null,
      fillable: 0,
      protected: 1,
      is_hidden: isId || kind ? 0 : 1,
      is_searchable: 0,
    }
  }
  return {
    alias: translate('en', `records.${kind.name}.fields.${column}`).slice(0, 100),
    input_type: serverKindOf(field).dictionaryName ?? field.kind,
    rules: rulesOf(field),
    fillable: field.computed ? 0 : 1,
    protected: field.computed ? 1 : 0,
    is_hidden: isSecret(field) ? 1 : 0,
    is_searchable: kind.search.includes(column) ? 1 : 0,
  }
}

function inWords(column: string): string {
  const words = column.replaceAll('_', ' ').trim()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 100) || column
}

/** The limits of a field in the dictionary's words: `required|max:65`. */
export function rulesOf(field: Field): string | null {
  const { min, max } = field as { min?: number; max?: number }
  const rules = [
    field.required && 'required',
    field.unique && 'unique',
    min !== undefined && `min:${min}`,
    max !== undefined && `max:${max}`,
    serverKindOf(field).rules?.(field),
  ].filter(Boolean)
  return rules.length === 0 ? null : rules.join('|').slice(0, 255)
}
