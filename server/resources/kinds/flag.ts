import { sql } from 'kysely'
import { lettersOf, NO_WORDS, YES_WORDS } from '#core/resources/imports/words.ts'
import type { FlagField } from '#core/resources/kinds/flag.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/cellWords.ts'
import type { ServerKind } from './serverKind.ts'

export const flag: ServerKind<FlagField> = {
  column: () => 'smallint',
  cast: () => sql`smallint`,
  text: (value, { actor }) => translate(actor.language, value === 1 ? 'yes' : 'no'),
  words: (_, language) => new Map([0, 1].map((one) => [one, translate(language, one === 1 ? 'yes' : 'no')])),
  cellValue: (cell) => {
    const said = lettersOf(cell)
    const says = (key: 'yes' | 'no') => LANGUAGES.map((language) => lettersOf(translate(language, key)))
    if ([...YES_WORDS, ...says('yes')].includes(said)) return 1
    if ([...NO_WORDS, ...says('no')].includes(said)) return 0
    return cell
  },
}
