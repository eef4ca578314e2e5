import { COUNTRIES, countryName, countryOfId } from '#core/platform/countries.ts'
import { textLanguage } from '#core/platform/locales.ts'
import { type CurrencyMarks, formatMoney, formatPrice } from '#core/platform/money.ts'
import { registry } from '#core/registry.ts'
import type { Change, Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { userFieldKey } from '#core/resources/userFields.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { type MarksById, marksOf } from './currencyMarks.ts'
import { cachedUserFields, withUserFields } from './userFields.ts'

type Row = Readonly<Record<string, unknown>>

/** To make a formatter takes longer than to write a hundred values with it: each is made once. */
const figures = kept(
  (language: string, scale: number) => new Intl.NumberFormat(language, { maximumFractionDigits: scale }),
)
const days = kept(
  (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const moments = kept(
  (language: string, timeZone: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)

/** Who reads, and how the currencies of what he reads are written. */
export interface Reader {
  actor: Actor
  marks: MarksById
}

/** A value as a person reads it on paper: in the actor's language and time zone, with its unit. */
export function displayValue({ actor, marks }: Reader, resource: Resource, name: string, row: Row): string {
  const field = withUserFields(resource).fields[name]
  const value = row[name]
  if (!field || value === null || value === undefined) return ''
  const amount = field.kind === 'money' ? marksOf(marks, resource, name, row) : undefined
  if (amount) return writeMoney(field, String(value), amount, actor.language)
  if ('country' in field && field.country === true) return countryText(actor, value)
  const text = displayKind(actor, resource, name, field, row)
  return field.unit && text !== ''
    ? `${text} ${field.unit === 'a' ? translate(actor.language, 'units.years') : field.unit}`
    : text
}

/** An amount, or the price of one unit, which has more decimals. */
function writeMoney(field: Field, value: string, marks: CurrencyMarks, language: string): string {
  const isPrice = field.kind === 'money' && (field.scale ?? 0) > 3
  return isPrice ? formatPrice(value, marks, language) : formatMoney(value, marks, language)
}

/** A country by its name, whether it is told by its id or by its three letters. */
function countryText({ language }: Actor, value: unknown): string {
  const country =
    typeof value === 'number'
      ? countryOfId(value)
      : COUNTRIES.find(({ country_iso_3 }) => country_iso_3 === String(value).toUpperCase())
  return country ? countryName(country, language) : String(value)
}

function displayKind(actor: Actor, resource: Resource, name: string, field: Field, row: Row): string {
  const value = row[name]
  switch (field.kind) {
    case 'flag':
      return translate(actor.language, value === 1 ? 'yes' : 'no')
    case 'choice':
      return translate(actor.language, `records.${resource.name}.choices.${name}.${value}`, {
        defaultValue: String(value),
      })
    case 'reference':
      return String(row[titleKey(name)] ?? '')
    case 'instant':
      return instantText(actor, String(value))
    case 'date':
      return dateText(actor, String(value))
    case 'decimal':
    case 'money':
      return figures(actor.language, scaleOf(field)).format(Number(value))
    case 'integer':
      return String(value)
    case 'json':
      if (field.shape === 'changes') return changesText(actor, String(row['resource']), value as Change[])
      if (field.to) return String(row[titleKey(name)] ?? '')
      if (field.of)
        return (value as string[])
          .map((one) => translate(actor.language, `records.${resource.name}.choices.${name}.${one}`))
          .join(', ')
      return (value as unknown[])
        .map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part)))
        .join(', ')
    case 'secret':
      return ''
    case 'text':
      if (field.format === 'rich') return withoutMarks(String(value))
      return field.format === 'piped' ? pipedText(actor, resource, name, String(value)) : String(value)
    case 'option':
    case 'phone':
    case 'time':
    case 'image':
    case 'formula':
      return String(value)
  }
}

/** Of an object, such as a field of a form, what it is called. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}

/** What changed in a record, field by field, in words: "Company: North → South". */
function changesText(actor: Actor, resource: string, changes: readonly Change[]): string {
  const known = (registry as Record<string, Resource | undefined>)[resource]
  const kind = known && withUserFields(known)
  const side = (field: string, value: unknown, title: string | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (title) return title
    const { kind: is } = kind?.fields[field] ?? {}
    if (!kind || !is || is === 'reference' || is === 'secret') return plainText(value)
    return displayValue({ actor, marks: new Map() }, kind, field, { [field]: value })
  }
  return changes
    .map(({ field, before, after, before_title, after_title }) => {
      const label = kind?.fields[field] ? fieldLabel(actor, kind, field) : field
      return `${label}: ${side(field, before, before_title)} → ${side(field, after, after_title)}`
    })
    .join('; ')
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Rich text on paper and in a table: its words. */
function withoutMarks(html: string): string {
  return html
    .replace(/<(\/p|\/li|\/h\d|br)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

/** The items of a list of words, by their names where they have some. */
function pipedText(actor: Actor, resource: Resource, name: string, value: string): string {
  const names = `records.${resource.name}.suggestions.${name}` as const
  return value
    .split('|')
    .map((item) => translate(actor.language, `${names}.${item}`, { defaultValue: item }))
    .join(', ')
}

/** A figure with a unit is told to what is worth telling; one without to what was entered. */
function scaleOf(field: Field): number {
  return field.kind === 'decimal' && !field.unit ? field.scale : 3
}

/** An instant in the actor's time zone, such as "Nov 21, 2026, 9:05 AM EST". */
export function instantText(actor: Actor, instant: string): string {
  return moments(actor.language, actor.timeZone).format(new Date(instant))
}

/** A day as the actor writes it. */
export function dateText(actor: Actor, date: string): string {
  return days(actor.language).format(new Date(`${date}T00:00:00Z`))
}

/** The name of a field in the actor's language. */
export function fieldLabel(actor: Actor, resource: Resource, name: string): string {
  const added = cachedUserFields().find(
    (field) => field.resource === resource.name && userFieldKey(field) === name,
  )
  if (added) return (textLanguage(actor.language) === 'es' && added.label_es) || added.label
  return translate(actor.language, `records.${resource.name}.fields.${name}`)
}

/** So many languages, zones and scales are in use at a time at most. */
const MOST_KEPT = 500

/** What a function made for the same arguments before. */
function kept<A extends readonly (string | number)[], T>(make: (...given: A) => T): (...given: A) => T {
  const made = new Map<string, T>()
  return (...given) => {
    const key = given.join(' ')
    const found = made.get(key) ?? make(...given)
    if (made.size >= MOST_KEPT) made.clear()
    made.set(key, found)
    return found
  }
}
