import { sql } from 'kysely'
import type { OptionField } from '#core/resources/kinds/option.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { ServerKind } from './serverKind.ts'

export const option: ServerKind<OptionField> = {
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
