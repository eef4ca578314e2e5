import { sql } from 'kysely'
import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { lettersOf, NO_WORDS, YES_WORDS } from '#core/resources/imports/words.ts'
import type { FlagField } from '#core/resources/kinds/flag.ts'
import type { FormulaField } from '#core/resources/kinds/formula.ts'
import type { ImageField } from '#core/resources/kinds/image.ts'
import type { OptionField } from '#core/resources/kinds/option.ts'
import type { PhoneField } from '#core/resources/kinds/phone.ts'
import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { LANGUAGES } from '#server/resources/imports/cellWords.ts'
import { choice } from './choice.ts'
import { listKinds } from './listKinds.ts'
import { numberKinds } from './numberKinds.ts'
import type { ServerKind } from './serverKind.ts'
import { textKinds } from './textKinds.ts'
import { timeKinds } from './timeKinds.ts'

const flag: ServerKind<FlagField> = {
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

const reference: ServerKind<ReferenceField> = {
  column: () => 'bigint',
  // A record whose title is a code has its display name in print as on the screen.
  text: (_, { row, name }) => String(row[nameKey(name)] ?? row[titleKey(name)] ?? ''),
}

const option: ServerKind<OptionField> = {
  column: ({ max }) => `varchar(${max})`,
  refuse: async ({ db }, name, { list }, value) => {
    const { rows } = await sql`
      select from options join options_categories c using (category_id)
      where c.slug = ${list} and options.status = 1
        and coalesce(options.value, options.slug, options.option) = ${value}`.execute(db)
    if (rows.length === 0) throw invalid([{ field: name, rule: 'choice' }])
  },
  text: String,
}

const image: ServerKind<ImageField> = {
  column: () => 'bigint',
  hasNoCell: true,
  text: String,
}

const phone: ServerKind<PhoneField> = {
  column: ({ max }) => `varchar(${max})`,
  text: String,
}

const formula: ServerKind<FormulaField> = {
  column: ({ max }) => `varchar(${max})`,
  text: String,
}

/** The server's part of every field kind; a missing one does not compile. */
const serverKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...listKinds,
  flag,
  choice,
  option,
  reference,
  phone,
  image,
  formula,
} satisfies { [K in FieldKind]: ServerKind<FieldsByKind[K]> }

/** The server's part of a field's kind. */
export function serverKindOf({ kind }: Field): ServerKind<Field> {
  return serverKinds[kind]
}
