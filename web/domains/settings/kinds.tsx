import { options } from '#core/domains/settings/options.ts'
import { options_categories } from '#core/domains/settings/options_categories.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Archived ones are shown too: here they are restored. */
const ALL = { with_trashed: '1' }

/** The filter by slug comes from links only: here the list is known. */
const OPTION_LIST: ListKind = {
  filters: { slug: { text: 'records.options.fields.slug', isFromLinkOnly: true } },
}

/** A list of choices with its options. */
const optionsKind: RecordKind<ShownRecord<typeof options_categories>> = {
  lockOf: ({ system_list }) => ({ isPermanent: system_list === 1 }),
  tabs: [
    {
      name: 'options',
      text: 'records.options.label',
      Panel: ({ record }) => (
        <RelatedList
          resource={options}
          by="category_id"
          id={String(record.category_id)}
          also={ALL}
          kind={OPTION_LIST}
        />
      ),
    },
  ],
}

/** Built-in units cannot be deleted. */
const unitKind: RecordKind = {
  lockOf: ({ code, measure }) => ({ isPermanent: code !== null || measure === 'system' }),
}

export const kinds: Kinds = {
  [options_categories.name]: { record: optionsKind },
  [units_of_measure.name]: { record: unitKind },
}
