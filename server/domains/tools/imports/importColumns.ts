import {
  PLACE_FIELDS,
  PLACE_LINKS,
  PLACE_PARTS,
  PLACE_TANK_FIELDS,
  PLACES,
  type PlacePart,
} from '#core/domains/devices/places.ts'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import type { TextKey } from '#core/platform/textKeys.ts'
import { type Resource, tableOf, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isOfUnitSystem } from '#core/resources/isOfUnitSystem.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import { type Actor, systemActor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldLabel } from '#server/resources/fieldLabel.ts'
import { LANGUAGES, lettersOf } from '#server/resources/imports/cellWords.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { withUserFields } from '#server/resources/userFields.ts'

/** What a column of a file can stand for. */
export interface ImportColumn {
  /** The field; in a file of several kinds with its part before it: `site.name`. */
  name: string
  /** Whose field it is, and which. */
  resource: Resource
  fieldName: string
  field: Field
  part: PlacePart | null
  /** A file without it is missing something. */
  isRequired: boolean
}

/** What the rows of a file are: records of a kind, or places with all that makes one. */
export interface ImportSubject {
  name: string
  columns: readonly ImportColumn[]
  /** The table of its records, where it is one. */
  table: string | undefined
  /** The kinds that it makes, in the order in which they are made. */
  kinds: readonly Resource[]
}

/** The fields that a column can stand for: rows of a record and pictures have no cell. */
function importableFields(resource: Resource): [name: string, field: Field][] {
  return writableFields(withUserFields(resource)).filter(([, field]) => !serverKindOf(field).hasNoCell)
}

/** What a file of that name can hold. */
export function subjectNamed(name: string): ImportSubject | undefined {
  if (name === PLACES)
    return { name, columns: placeColumns(), table: undefined, kinds: Object.values(PLACE_PARTS) }
  const resource = kindNamed(name)
  if (!resource) return undefined
  const columns = importableFields(resource).map(([fieldName, field]) => ({
    name: fieldName,
    resource,
    fieldName,
    field,
    part: null,
    isRequired: isNeeded(field),
  }))
  return { name, columns, table: tableOf(resource), kinds: [resource] }
}

const isNeeded = (field: Field) => field.required === true && field.default === undefined

/** Those of each part but what the part before it tells. What is there already needs no more than its name. */
function placeColumns(): ImportColumn[] {
  return (Object.keys(PLACE_PARTS) as PlacePart[]).flatMap((part) => {
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

/** The columns of a file to begin with: those that people fill in, in their own units. */
export function templateColumns({ name, columns }: ImportSubject, actor: Actor): ImportColumn[] {
  const asked: Readonly<Record<PlacePart, readonly string[]>> = { ...PLACE_FIELDS, tank: PLACE_TANK_FIELDS }
  const own = columns.filter(({ field }) => isOfUnitSystem(field, actor.units))
  if (name !== PLACES) return own
  return own
    .filter(({ part, fieldName }) => asked[part!].includes(fieldName))
    .toSorted((one, other) => orderOf(one) - orderOf(other))
  function orderOf({ part, fieldName }: ImportColumn): number {
    return Object.keys(PLACE_PARTS).indexOf(part!) * 1000 + asked[part!].indexOf(fieldName)
  }
}

/** What a column is called: its part, its field, and the unit of its figures. */
export function columnLabel(actor: Actor, { resource, fieldName, field, part }: ImportColumn): string {
  const label = fieldLabel(actor, resource, fieldName)
  const told = 'unit' in field ? field.unit : undefined
  const unit = told ? ` (${told === 'a' ? translate(actor.language, 'units.years') : told})` : ''
  if (!part) return `${label}${unit}`
  return `${partName(actor.language, part)}: ${label}${unit}`
}

/** Which field each column means, guessed by its heading: the field's name or its label, in any language. */
export function guessMappings(
  { columns }: ImportSubject,
  headings: readonly string[],
  actor: Actor,
): FieldMapping[] {
  const taken = new Set<string>()
  // A heading without a unit means that of who sends the file.
  const ordered = columns.toSorted(
    (one, other) =>
      Number(isOfUnitSystem(other.field, actor.units)) - Number(isOfUnitSystem(one.field, actor.units)),
  )
  const named = ordered.map((column) => ({ column, names: namesOf(column, ordered) }))
  return headings.flatMap((heading, position) => {
    const letters = lettersOf(heading)
    const found = named.find(({ column, names }) => !taken.has(column.name) && names.includes(letters))
    if (!found || heading === '') return []
    taken.add(found.column.name)
    return [{ position, table_field: found.column.name }]
  })
}

function namesOf(column: ImportColumn, columns: readonly ImportColumn[]): string[] {
  const { name, resource, fieldName, part } = column
  const actors = LANGUAGES.map((language) => ({ ...systemActor, language }))
  const labels = actors.map((actor) => fieldLabel(actor, resource, fieldName))
  const full = actors.map((actor) => columnLabel(actor, column))
  if (!part) return [name, name.replace(/_id$/, ''), ...labels, ...full].map(lettersOf)
  // The name of the part alone is its title; the field's alone where no other part has one of that name.
  const parts =
    fieldName === resource.title ? [part, ...actors.map(({ language }) => partName(language, part))] : []
  const isOnly = !columns.some((other) => other.part !== part && sharesLabel(other, column))
  const alone = isOnly ? [fieldName, fieldName.replace(/_id$/, ''), ...labels] : []
  const withoutUnit = actors.map(({ language }, at) => `${partName(language, part)} ${labels[at]}`)
  return [name, ...full, ...withoutUnit, ...parts, ...alone].map(lettersOf)
}

const PART_NAMES = {
  customer: 'records.customers.single',
  site: 'records.sites.single',
  device: 'records.devices.single',
  tank: 'records.tank_levels.fields.tank_product',
} as const satisfies Record<PlacePart, TextKey>

const partName = (language: string, part: PlacePart) => translate(language, PART_NAMES[part])

function sharesLabel(one: ImportColumn, other: ImportColumn): boolean {
  const label = (column: ImportColumn) =>
    lettersOf(fieldLabel(systemActor, column.resource, column.fieldName))
  return one.fieldName === other.fieldName || label(one) === label(other)
}

/** What a cell says, as the wire has it. A reference stays a text: it is looked up by who knows the records. */
export function cellValue(
  { resource: kind, fieldName: name }: ImportColumn,
  cell: string,
  hasDecimalComma: boolean,
): unknown {
  const resource = withUserFields(kind)
  const field = resource.fields[name]!
  const value = serverKindOf(field).cellValue?.(cell, { resource, name, field }, hasDecimalComma)
  return value === undefined ? cell : value
}

/** A product is found by who makes the tank: several companies have one of that name, and the customer's is meant. */
export const isFoundLater = ({ name }: ImportColumn): boolean => name === 'tank.product_id'
