import type { WordListField } from '#core/resources/kinds/word_list.ts'
import { translate } from '#server/platform/translate.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const word_list: ServerKind<WordListField> = {
  ...anyText,
  rules: () => 'piped',
  text: (value, { actor, resource, name }) =>
    String(value)
      .split('|')
      .map((item) =>
        translate(actor.language, `records.${resource.name}.suggestions.${name}.${item}`, {
          defaultValue: item,
        }),
      )
      .join(', '),
}
