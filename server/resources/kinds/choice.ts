import type { ChoiceField } from '#core/resources/kinds/choice.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES, lettersOf } from '#server/resources/imports/cellWords.ts'
import type { FieldOf, ServerKind } from './serverKind.ts'

export const choice: ServerKind<ChoiceField> = {
  column: ({ of }) => (typeof of[0] === 'number' ? 'smallint' : 'varchar(40)'),
  text: (value, { actor, ...of }) => choiceText(actor.language, of, value),
  words: (of, language) => new Map(of.field.of.map((one) => [one, choiceText(language, of, one)])),
  cellValue: (cell, { resource, name, field }) => {
    const wordsOf = (value: string | number) => [
      String(value),
      ...LANGUAGES.map((language) =>
        translate(language, `records.${resource.name}.choices.${name}.${value}`),
      ),
    ]
    const choices: readonly (string | number)[] = field.of
    return choices.find((value) => wordsOf(value).map(lettersOf).includes(lettersOf(cell))) ?? cell
  },
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
