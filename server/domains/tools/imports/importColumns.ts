import {
  PLACE_FIELDS,
  PLACE_LINKS,
  PLACE_PARTS,
  PLACE_TANK_FIELDS,
  PLACES,
  type PlacePart,
} from '#core/domains/devices/places.ts'
import { CONTACT_PARTS, contactOwner } from '#core/domains/tools/contactParts.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'
import { fieldOf, type Resource, tableOf, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import type { Reading } from '#core/resources/imports/reading.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'

/** A possible meaning of a file's column. */
export interface ImportColumn {
  /** The field; in a file of several kinds, and for contacts, with its part as prefix: `site.name`, `phone.phone_number`. */
  name: string
  /** The kind of the field, and its name there. */
  resource: Resource
  fieldName: string
  field: Field
  /** The part: of a place, of the contacts, or a line. */
  part: string | null
  /** A file without it is incomplete. */
  isRequired: boolean
  /** It cannot be written, and only identifies a row's record. */
  isKeyOnly?: true
}

/** The subject of a file: records of a kind, or places with all their kinds. */
export interface ImportSubject {
  name: string
  columns: readonly ImportColumn[]
  /** The table of its records, if it is one. */
  table: string | undefined
  /** The kinds that it creates, in order. */
  kinds: readonly Resource[]
}

/** The part of columns that describe one row of a record, such as a line of an order. */
export const LINES = 'details'

/** The fields that a column can mean: a cell cannot be a picture. */
function importableFields(resource: Resource): [name: string, field: Field][] {
  return writableFields(withUserFields(resource)).filter(([, field]) => !serverKindOf(field).hasNoCell)
}

/** The subject of that name. */
export function subjectNamed(name: string): ImportSubject | undefined {
  if (name === PLACES)
    return { name, columns: placeColumns(), table: undefined, kinds: Object.values(PLACE_PARTS) }
  const resource = kindNamed(name)
  if (!resource) return undefined
  const columns: ImportColumn[] = importableFields(resource).map(([fieldName, field]) => ({
    name: fieldName,
    resource,
    fieldName,
    field,
    part: null,
    isRequired: isNeeded(field) && !resource.foundByImport.includes(fieldName),
  }))
  const all = [
    ...columns,
    ...keyColumns(resource, columns),
    ...contactColumns(resource),
    ...lineColumns(resource),
  ]
  return { name, columns: all, table: tableOf(resource), kinds: [resource] }
}

const isNeeded = (field: Field) => field.required === true && field.default === undefined

/** Numbers that the product assigns itself identify a row's record. */
function keyColumns(resource: Resource, columns: readonly ImportColumn[]): ImportColumn[] {
  const keys = [...new Set(resource.matchBy.flat())]
  return keys
    .filter((name) => !columns.some((column) => column.name === name) && resource.fields[name])
    .map((fieldName) => ({
      ...{ name: fieldName, resource, fieldName, field: fieldOf(resource, fieldName) },
      ...{ part: null, isRequired: false, isKeyOnly: true as const },
    }))
}

/** Contacts of customers and people. */
function contactColumns(kind: Resource): ImportColumn[] {
  if (!contactOwner(kind)) return []
  return Object.entries(CONTACT_PARTS).flatMap(([part, { kind: resource, fields }]) =>
    fields.map((fieldName) => ({
      name: `${part}.${fieldName}`,
      resource,
      fieldName,
      field: fieldOf(resource, fieldName),
      part,
      isRequired: false,
    })),
  )
}

/** The rows of a record: each row of the file can be one, if the file can identify the record. */
function lineColumns({ details, matchBy, fields }: Resource): ImportColumn[] {
  const hasOwnKey = matchBy.some((names) => names.every((name) => !fields[name]?.computed))
  if (!details || !hasOwnKey) return []
  return importableFields(details).map(([fieldName, field]) => ({
    ...{ name: `${LINES}.${fieldName}`, resource: details, fieldName, field },
    ...{ part: LINES, isRequired: false },
  }))
}

/** The fields of each part except references to the part before it. An existing record needs only its name. */
function placeColumns(): ImportColumn[] {
  return keysOf(PLACE_PARTS).flatMap((part) => {
    const resource = PLACE_PARTS[part]
    return importableFields(resource)
      .filter(([fieldName]) => !PLACE_LINKS[part].includes(fieldName))
      .map(([fieldName, field]) => ({
        name: `${part}.${fieldName}`,
        resource,
        fieldName,
        field,
        part,
        isRequired: part === 'customer' && fieldName === resource.title,
      }))
  })
}

const PARTS = keysOf(PLACE_PARTS)

/** The columns of a template: those that people fill in, in their own units. */
export function templateColumns({ name, columns }: ImportSubject, actor: Actor): ImportColumn[] {
  const fields: Readonly<Record<PlacePart, readonly string[]>> = { ...PLACE_FIELDS, tank: PLACE_TANK_FIELDS }
  const fieldsOf = (part: string | null) => (isOneOf(PARTS, part) ? fields[part] : [])
  const own = columns.filter(({ field, isKeyOnly }) => !isKeyOnly && isOfUnitSystem(field, actor.units))
  if (name !== PLACES) return own
  return own
    .filter(({ part, fieldName }) => fieldsOf(part).includes(fieldName))
    .toSorted((one, other) => orderOf(one) - orderOf(other))
  function orderOf({ part, fieldName }: ImportColumn): number {
    return (
      PARTS.indexOf(findOrThrow(PARTS, (item) => item === part)) * 1000 + fieldsOf(part).indexOf(fieldName)
    )
  }
}

/** The label of a column: its part, its field, and the unit of its figures. */
export function columnLabel(actor: Actor, column: ImportColumn): string {
  const { resource, fieldName, field, part } = column
  const label = fieldLabel(actor, resource, fieldName)
  const symbol = 'unit' in field ? field.unit : undefined
  const unit = symbol ? ` (${symbol === 'a' ? translate(actor.language, 'units.years') : symbol})` : ''
  if (!part) return `${label}${unit}`
  return `${partName(actor.language, column)}: ${label}${unit}`
}

const PART_NAMES = {
  customer: 'records.customers.single',
  site: 'records.sites.single',
  device: 'records.devices.single',
  tank: 'records.tank_levels.fields.tank_product',
} as const satisfies Record<PlacePart, TextKey>

/** The label of a part of a place, a contact or a line. */
export function partName(language: string, { part, resource }: ImportColumn): string {
  if (part === LINES) return translate(language, `records.${resource.name}.single`)
  const contact = part === null ? undefined : CONTACT_PARTS[part]
  return translate(language, contact?.name ?? PART_NAMES[findOrThrow(PARTS, (item) => item === part)])
}

/** The title field of a part. */
export const titleOfPart = ({ part, resource }: ImportColumn) =>
  part ? (CONTACT_PARTS[part]?.title ?? resource.title) : resource.title

/** A cell's value in the format of the wire. A reference stays a text, to be looked up later. */
export function cellValue(
  { resource: kind, fieldName: name }: ImportColumn,
  cell: string,
  reading: Reading,
): unknown {
  const resource = withUserFields(kind)
  const field = fieldOf(resource, name)
  const value = serverKindOf(field).cellValue?.(cell, { resource, name, field }, reading)
  return value === undefined ? cell : value
}

/** Maximum length of a helpful list. */
const MAX_CHOICES = 15

/** The possible values of a column as text, if they are few. */
export function choicesOf(
  { language }: Actor,
  { resource, fieldName: name, field }: ImportColumn,
): string[] | undefined {
  if (field.kind !== 'choice' && field.kind !== 'flag') return undefined
  const texts = [...(serverKindOf(field).valueTexts?.({ resource, name, field }, language).values() ?? [])]
  return texts.length > 0 && texts.length <= MAX_CHOICES ? texts : undefined
}

/** A product is looked up with the tank's customer: several companies have one of that name. */
export const isFoundLater = ({ name }: ImportColumn): boolean => name === 'tank.product_id'
