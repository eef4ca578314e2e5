import type { Change } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import type { ChangesField } from '#core/resources/kinds/changes.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { anyList } from './anyList.ts'
import type { DisplayedValue, ServerKind } from './serverKind.ts'

export const changes: ServerKind<ChangesField> = {
  ...anyList,
  text: (value, shown) => changesText(value as Change[], shown),
  hasNoCell: true,
  isExportedAsText: true,
}

/** The changes of a record, field by field, as text: "Company: North → South". */
function changesText(changes: readonly Change[], shown: DisplayedValue<ChangesField>): string {
  const kind = shown.kindNamed(String(shown.row['resource']))
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
