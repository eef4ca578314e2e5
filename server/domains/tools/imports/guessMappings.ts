import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Resource } from '#core/resources/definition.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import { USER_SECTION } from '#core/resources/fields/userFields.ts'
import type { Look } from '#core/resources/imports/looks.ts'
import { headingLetters, synonymsOf } from '#core/resources/imports/synonyms.ts'
import { lettersOf } from '#core/resources/imports/words.ts'
import { type Actor, type Context, systemActor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/languages.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { columnLabel, type ImportColumn, type ImportSubject, partName, titleOfPart } from './importColumns.ts'
import type { FileFacts } from './prepareRows.ts'

/**
 * The field of each column: as a file with the same headings was mapped before; else by its heading, in any language and in the terms of
 * other programs; else by its values, where only one field fits.
 */
export async function guessMappings(
  context: Context,
  subject: ImportSubject,
  file: Pick<FileFacts, 'headings' | 'facts'>,
): Promise<FieldMapping[]> {
  return (
    (await rememberedMappings(context, subject, file.headings)) ?? guessFromFile(subject, file, context.actor)
  )
}

/** Identifies files with the same headings. */
export function headingsKey(headings: readonly string[]): string {
  return createHash('sha256').update(headings.map(lettersOf).join('\n')).digest('hex')
}

async function rememberedMappings(
  { db, actor }: Context,
  { name, columns }: ImportSubject,
  headings: readonly string[],
): Promise<FieldMapping[] | undefined> {
  const { rows } = await sql<{ field_mappings: FieldMapping[] }>`select field_mappings from data_import_logs
    where company_id = ${actor.company_id} and resource = ${name} and headings_key = ${headingsKey(headings)}
      and status not in ('new', 'failed') and field_mappings <> '[]'
    order by import_id desc limit 1`.execute(db)
  const known = new Set(columns.map((column) => column.name))
  const mappings = rows[0]?.field_mappings.filter(({ table_field }) => known.has(table_field))
  return mappings && mappings.length > 0 ? mappings : undefined
}

/** Columns of the record itself precede those of its parts. */
function columnThatLooksSo(columns: readonly ImportColumn[], look: Look): ImportColumn | undefined {
  const fitting = columns.filter((column) => looksSo(column, look))
  return fitting.find(({ part }) => part === null) ?? fitting[0]
}

const synonymsOfColumn = ({ resource, part, fieldName }: ImportColumn) =>
  synonymsOf(resource.name, part, fieldName)

function guessFromFile(
  { columns, kinds }: ImportSubject,
  { headings, facts }: Pick<FileFacts, 'headings' | 'facts'>,
  actor: Actor,
): FieldMapping[] {
  const guesses = new Map<number, string>()
  const isFree = ({ name }: ImportColumn) => ![...guesses.values()].includes(name)
  // A heading without a unit means the sender's units.
  const isInOwnUnits = ({ field }: ImportColumn) => Number(isOfUnitSystem(field, actor.units))
  const ordered = columns.toSorted((a, b) => isInOwnUnits(b) - isInOwnUnits(a))
  const take = (isMatch: (heading: string, column: ImportColumn) => boolean) => {
    for (const [position, heading] of headings.entries()) {
      if (guesses.has(position) || lettersOf(heading) === '') continue
      const column = ordered.find((item) => isFree(item) && isMatch(heading, item))
      if (column) guesses.set(position, column.name)
    }
  }
  const fileLabels = new Map(ordered.map((column) => [column, labelsInFiles(column)]))
  take((heading, column) => getOrThrow(fileLabels, column).includes(lettersOf(heading)))
  // If a file has both, its customer column is the customer, and its company column the site.
  const kind = firstOf(kinds)
  const singles = LANGUAGES.map((language) => lettersOf(translate(language, `records.${kind.name}.single`)))
  if (kinds.length === 1)
    take((heading, column) => isTitle(column, kind) && singles.includes(lettersOf(heading)))
  const names = new Map(ordered.map((column) => [column, namesOf(column, ordered)]))
  take((heading, column) => getOrThrow(names, column).includes(lettersOf(heading)))
  const synonyms = new Map(ordered.map((column) => [column, synonymsOfColumn(column)]))
  const maxTerms = Math.max(0, ...[...synonyms.values()].map((terms) => terms.length))
  // The first term of a field is the surest: a second term of one field comes after the first of all.
  for (let index = 0; index < maxTerms; index++)
    take((heading, column) => getOrThrow(synonyms, column)[index] === headingLetters(heading))
  for (const [position, { look, filled }] of facts.entries()) {
    if (!look || filled === 0 || guesses.has(position) || !LOOKS[look]) continue
    const column = columnThatLooksSo(ordered.filter(isFree), look)
    if (column) guesses.set(position, column.name)
  }
  return [...guesses]
    .map(([position, table_field]) => ({ position, table_field }))
    .sort((a, b) => a.position - b.position)
}

/** Whether the column is the title of the record itself. */
function isTitle({ part, fieldName, isKeyOnly }: ImportColumn, kind: Resource): boolean {
  return part === null && !isKeyOnly && fieldName === kind.title
}

/** The value patterns that identify a field, with its kind or the format of its text. */
const LOOKS: Partial<Record<Look, string>> = { email: 'email', phone: 'phone', url: 'url' }

function looksSo({ field, fieldName }: ImportColumn, look: Look): boolean {
  return (formatOf(field) ?? field.kind) === LOOKS[look] && fieldName !== 'emergency_phone'
}

/** A field with its section, as our own files name one of several fields with equal labels. */
function labelsInFiles({ resource, fieldName, part }: ImportColumn): string[] {
  const section = resource.form?.find(({ fields }) => fields.includes(fieldName))?.section
  if (part !== null || section === undefined || section === USER_SECTION) return []
  return LANGUAGES.map((language) => {
    const label = fieldLabel({ ...systemActor, language }, resource, fieldName)
    return lettersOf(`${label} ${translate(language, `records.${resource.name}.sections.${section}`)}`)
  })
}

function namesOf(column: ImportColumn, columns: readonly ImportColumn[]): string[] {
  const { name, resource, fieldName, part } = column
  const actors = LANGUAGES.map((language) => ({ ...systemActor, language }))
  const labels = actors.map((actor) => fieldLabel(actor, resource, fieldName))
  const full = actors.map((actor) => columnLabel(actor, column))
  if (!part) return [name, name.replace(/_id$/, ''), ...labels, ...full].map(lettersOf)
  // The name of the part alone means its title; the field's name alone counts where no other part has one of that name.
  const parts =
    fieldName === titleOfPart(column)
      ? [part, ...actors.map(({ language }) => partName(language, column))]
      : []
  const isOnly = !columns.some((other) => other.part !== part && sharesLabel(other, column))
  const alone = isOnly ? [fieldName, fieldName.replace(/_id$/, ''), ...labels] : []
  const withoutUnit = actors.map(({ language }, index) => `${partName(language, column)} ${labels[index]}`)
  return [name, ...full, ...withoutUnit, ...parts, ...alone].map(lettersOf)
}

function sharesLabel(one: ImportColumn, other: ImportColumn): boolean {
  const label = (column: ImportColumn) =>
    lettersOf(fieldLabel(systemActor, column.resource, column.fieldName))
  return one.fieldName === other.fieldName || label(one) === label(other)
}
