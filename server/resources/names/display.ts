import type { CurrencyMarks } from '#core/platform/numbers/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { serverKindOf } from '../kinds/serverKinds.ts'
import { withUserFields } from '../userFields/userFields.ts'
import { type MarksById, marksOf } from './currencyMarks.ts'
import { fieldLabel } from './fieldLabel.ts'

type Row = Readonly<Record<string, unknown>>

/** The reader, and the formats of the currencies that they read. */
export interface Reader {
  actor: Actor
  marks: MarksById
}

/** A value as text for print: in the actor's language and time zone, with its unit. */
export function displayValue({ actor, marks }: Reader, kind: Resource, name: string, row: Row): string {
  const resource = withUserFields(kind)
  const field = resource.fields[name]
  const value = row[name]
  if (!field || value === null || value === undefined) return ''
  const text = serverKindOf(field).text(value, {
    actor,
    resource,
    name,
    field,
    row,
    marks: (): CurrencyMarks | undefined => marksOf(marks, resource, name, row),
    kindNamed: (other) => {
      const known = kindNamed(other)
      return known && withUserFields(known)
    },
    labelOf: (other, of) => fieldLabel(actor, other, of),
    textOf: (other, of, values) => displayValue({ actor, marks: new Map() }, other, of, values),
  })
  return field.unit && text !== ''
    ? `${text} ${field.unit === 'a' ? translate(actor.language, 'units.years') : field.unit}`
    : text
}
