import { sql } from 'kysely'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { lettersOf, NO_WORDS, YES_WORDS } from '#core/resources/imports/words.ts'
import type { ChoiceField, PlainFields } from '#core/resources/kinds/plainKinds.ts'
import { invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/languages.ts'
import { statusText } from '#server/resources/names/statusText.ts'
import type { FieldOf, ServerKind } from './serverKind.ts'

export const plainKinds: { [K in keyof PlainFields]: ServerKind<PlainFields[K]> } = {
  flag: {
    column: () => 'smallint',
    cast: () => sql`smallint`,
    text: (value, { actor }) => translate(actor.language, value === 1 ? 'yes' : 'no'),
    valueTexts: (_, language) =>
      new Map([0, 1].map((item) => [item, translate(language, item === 1 ? 'yes' : 'no')])),
    cellValue: (cell) => {
      const letters = lettersOf(cell)
      const textsFor = (key: 'yes' | 'no') => LANGUAGES.map((language) => lettersOf(translate(language, key)))
      if ([...YES_WORDS, ...textsFor('yes')].includes(letters)) return 1
      if ([...NO_WORDS, ...textsFor('no')].includes(letters)) return 0
      return cell
    },
  },
  choice: {
    column: ({ of }) => (typeof of[0] === 'number' ? 'smallint' : 'varchar(40)'),
    text: (value, { actor, row, ...of }) =>
      of.resource.statuses?.field === of.name
        ? statusText(actor, of.resource, value, row)
        : choiceText(actor.language, of, value),
    valueTexts: (of, language) => new Map(of.field.of.map((item) => [item, choiceText(language, of, item)])),
    cellValue: (cell, of) => valuesOf(of).get(lettersOf(cell)) ?? cell,
  },
  option: {
    column: ({ max }) => `varchar(${max})`,
    refuse: async ({ db }, name, { list }, value) => {
      const { rows } = await sql`
        select from options join options_categories c using (category_id)
        where c.slug = ${list} and options.status = 1
          and coalesce(options.value, options.slug, options.option) = ${value}`.execute(db)
      if (rows.length === 0) throw invalid([{ field: name, rule: 'choice' }])
    },
    text: String,
  },
  reference: {
    column: () => 'bigint',
    // A record whose title is a code has its display name in print as on the screen.
    text: (_, { row, name }) => String(row[nameKey(name)] ?? row[titleKey(name)] ?? ''),
  },
  phone: {
    column: ({ max }) => `varchar(${max})`,
    text: String,
  },
  image: {
    column: () => 'bigint',
    hasNoCell: true,
    text: String,
  },
  formula: {
    column: ({ max }) => `varchar(${max})`,
    text: String,
  },
}

const VALUES = new WeakMap<ChoiceField, ReadonlyMap<string, string | number>>()

/** The choices of a field by their names and their texts in all languages. */
function valuesOf({ resource, name, field }: FieldOf<ChoiceField>): ReadonlyMap<string, string | number> {
  const cached = VALUES.get(field)
  if (cached) return cached
  const values: readonly (string | number)[] = field.of
  const named = values.flatMap((value): [string, string | number][] =>
    [String(value), ...LANGUAGES.map((language) => choiceText(language, { resource, name }, value))].map(
      (word) => [lettersOf(word), value],
    ),
  )
  // The first of two with the same text counts.
  const found = new Map(named.toReversed())
  VALUES.set(field, found)
  return found
}

function choiceText(
  language: string,
  { resource, name }: Pick<FieldOf<ChoiceField>, 'resource' | 'name'>,
  value: unknown,
): string {
  return translate(language, `records.${resource.name}.choices.${name}.${value}`, {
    defaultValue: String(value),
  })
}
