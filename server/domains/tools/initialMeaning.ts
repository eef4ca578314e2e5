import { kindOfTable } from '#core/domains/tools/formKinds.ts'
import type { Values } from '#core/platform/values.ts'
import type { Field } from '#core/resources/field.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { translate } from '#server/platform/translate.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'

/** The dictionary's description of a column before people edit it. */
export interface Meaning {
  alias: string
  input_type: string | null
  rules: string | null
  fillable: 0 | 1
  protected: 0 | 1
  is_hidden: 0 | 1
  is_searchable: 0 | 1
}

/** A column's description by its definition; a column without a definition is internal. */
export function initialMeaning(table: string, column: string): Meaning {
  const kind = kindOfTable(table)
  const field = kind?.fields[column]
  if (!kind || !field) {
    const isId = column === kind?.id
    return {
      alias: readableName(column),
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

function readableName(column: string): string {
  const name = column.replaceAll('_', ' ').trim()
  return (name.charAt(0).toUpperCase() + name.slice(1)).slice(0, 100) || column
}

/** The limits of a field in the dictionary's notation: `required|max:65`. */
export function rulesOf(field: Field): string | null {
  const { min, max }: Values = { ...field }
  const rules = [
    field.required && 'required',
    field.unique && 'unique',
    min !== undefined && `min:${min}`,
    max !== undefined && `max:${max}`,
    serverKindOf(field).rules?.(field),
  ].filter(Boolean)
  return rules.length === 0 ? null : rules.join('|').slice(0, 255)
}
