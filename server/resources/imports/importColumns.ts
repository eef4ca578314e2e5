import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { systemActor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldLabel } from '#server/resources/display.ts'
import { withUserFields } from '#server/resources/userFields.ts'

/** The languages in which headings and choices are understood: those of the texts. */
const LANGUAGES = ['en', 'es'] as const

/** The fields that a column can stand for: rows of a record and pictures have no cell. */
export function importableFields(resource: Resource): [name: string, field: Field][] {
  return writableFields(withUserFields(resource)).filter(
    ([, field]) => field.kind !== 'image' && !(field.kind === 'json' && field.shape !== 'names'),
  )
}

/** Which field each column means, guessed by its heading: the field's name or its label, in any language. */
export function guessMappings(resource: Resource, headings: readonly string[]): FieldMapping[] {
  const taken = new Set<string>()
  return headings.flatMap((heading, position) => {
    const found = importableFields(resource).find(
      ([name]) => !taken.has(name) && namesOf(resource, name).includes(plain(heading)),
    )
    if (!found || heading === '') return []
    taken.add(found[0])
    return [{ position, table_field: found[0] }]
  })
}

function namesOf(resource: Resource, name: string): string[] {
  const labels = LANGUAGES.map((language) => fieldLabel({ ...systemActor, language }, resource, name))
  return [name, name.replace(/_id$/, ''), ...labels].map(plain)
}

/** Letters and digits alone: "Nº de teléfono" and "no de telefono" are one. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * What a cell says, as the wire has it. What cannot be read stays as it is: the definition's own rules then say what
 * is wrong. A reference stays a text: it is looked up by who knows the records.
 */
export function cellValue(resource: Resource, name: string, text: string, hasDecimalComma: boolean): unknown {
  const field = withUserFields(resource).fields[name]!
  switch (field.kind) {
    case 'integer':
      if (/^-?\d+$/.test(text)) return Number(text)
      return (field.country && COUNTRY_IDS.get(plain(text))) ?? text
    case 'decimal':
    case 'money':
      return hasDecimalComma && /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
    case 'flag':
      return flagOf(text)
    case 'choice':
      return choiceOf(resource, name, field.of, text)
    case 'json':
      return text.split('|').map((one) => one.trim())
    default:
      return text
  }
}

function flagOf(text: string): unknown {
  const said = plain(text)
  const says = (key: 'yes' | 'no') => LANGUAGES.map((language) => plain(translate(language, key)))
  if (['1', 'true', ...says('yes')].includes(said)) return 1
  if (['0', 'false', ...says('no')].includes(said)) return 0
  return text
}

/** Every country's id by its names in all languages and by its letters. */
const COUNTRY_IDS: ReadonlyMap<string, number> = new Map(
  COUNTRIES.flatMap((one) =>
    [one.country_iso_2, one.country_iso_3, ...LANGUAGES.map((language) => countryName(one, language))].map(
      (name): [string, number] => [plain(name), one.country_id],
    ),
  ),
)

function choiceOf(
  { name: kind }: Resource,
  name: string,
  of: readonly (string | number)[],
  text: string,
): unknown {
  const found = of.find((one) =>
    [
      String(one),
      ...LANGUAGES.map((language) => translate(language, `records.${kind}.choices.${name}.${one}`)),
    ]
      .map(plain)
      .includes(plain(text)),
  )
  return found ?? text
}
