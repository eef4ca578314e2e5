import { weekdayNames } from '#core/platform/time/weekdayNames.ts'
import { readWeekWindows, type WeekWindow, weekWindowsText } from '#core/platform/time/weekWindows.ts'
import type { Field } from '#core/resources/field.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { lettersOf } from '#core/resources/imports/words.ts'
import type { Change, ListFields, RowsField } from '#core/resources/kinds/listKinds.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/languages.ts'
import type { DisplayedValue, ServerKind } from './serverKind.ts'

/** Common parts of all kinds of list. */
const anyList = {
  column: () => 'jsonb',
  columnValue: (value) => (value === null ? null : JSON.stringify(value)),
  text: (value: readonly unknown[]) =>
    value.map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part))).join(', '),
  dictionaryName: 'json',
} as const satisfies Partial<ServerKind<Field>>

/** The values of a cell with several. */
function listInCell(cell: string): string[] {
  return cell.split('|').map((item) => item.trim())
}

/** The name of an object, such as a field of a form. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}

/** The changes of a record, field by field, as text: "Company: North → South". */
function changesText(changes: readonly Change[], shown: DisplayedValue<RowsField>): string {
  const kind = shown.kindNamed(String(shown.row.resource))
  const side = (name: string, value: unknown, title: string | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (title) return title
    const field = kind?.fields[name]
    if (!kind || !field || isReference(field) || isSecret(field))
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    return shown.textOf(kind, name, { [name]: value })
  }
  return changes
    .map(({ field, before, after, before_title, after_title }) => {
      const label = kind?.fields[field] ? shown.labelOf(kind, field) : field
      return `${label}: ${side(field, before, before_title)} → ${side(field, after, after_title)}`
    })
    .join('; ')
}

export const listKinds: { [K in keyof ListFields]: ServerKind<ListFields[K]> } = {
  name_list: {
    ...anyList,
    cellValue: listInCell,
  },
  choices: {
    ...anyList,
    text: (value: readonly string[], { actor, resource, name }) =>
      value
        .map((item) => translate(actor.language, `records.${resource.name}.choices.${name}.${item}`))
        .join(', '),
    cellValue: listInCell,
  },
  references: {
    ...anyList,
    text: (_, { row, name }) => String(row[titleKey(name)] ?? ''),
    hasNoCell: true,
  },
  rows: {
    ...anyList,
    text: (value: readonly Change[], shown) =>
      shown.field.of === 'change' ? changesText(value, shown) : anyList.text(value),
    hasNoCell: true,
    isExportedAsText: ({ of }) => of === 'change',
  },
  week_windows: {
    ...anyList,
    text: (value: readonly WeekWindow[], { actor }) =>
      weekWindowsText(value, weekdayNames(actor.language, 'short')),
    isExportedAsText: () => true,
    cellValue: (cell) => readWeekWindows(cell, (word) => DAYS.get(lettersOf(word))),
  },
}

/** Every weekday by its names in all languages, and by the two letters of opening hours. */
const DAYS: ReadonlyMap<string, number> = new Map(
  [
    ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    ...LANGUAGES.flatMap((language) => [weekdayNames(language, 'short'), weekdayNames(language, 'long')]),
  ].flatMap((names) => names.map((name, index): [string, number] => [lettersOf(name), index + 1])),
)
