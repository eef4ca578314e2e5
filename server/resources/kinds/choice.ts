import { lettersOf } from '#core/resources/imports/words.ts'
import type { ChoiceField } from '#core/resources/kinds/choice.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/cellWords.ts'
import { statusText } from '#server/resources/names/statusText.ts'
import type { FieldOf, ServerKind } from './serverKind.ts'

export const choice: ServerKind<ChoiceField> = {
  column: ({ of }) => (typeof of[0] === 'number' ? 'smallint' : 'varchar(40)'),
  text: (value, { actor, row, ...of }) =>
    of.resource.statuses?.field === of.name
      ? statusText(actor, of.resource, value, row)
      : choiceText(actor.language, of, value),
  words: (of, language) => new Map(of.field.of.map((one) => [one, choiceText(language, of, one)])),
  cellValue: (cell, of) => valuesOf(of).get(lettersOf(cell)) ?? cell,
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
  // Of two with the same text the first one counts.
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
