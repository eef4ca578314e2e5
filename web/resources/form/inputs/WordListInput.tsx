import type { WordListField } from '#core/resources/kinds/textKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MultiSelectInput } from '#web/resources/form/selects/MultiSelectInput.tsx'

interface PipedInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  field: WordListField
  /** The text key of the names of suggested items. */
  names: string
  value: unknown
  set: (value: unknown) => void
}

/** A list of words in one text, chosen from suggestions; other words stay. */
export function WordListInput({ shared, field, names, value, set }: PipedInputProps) {
  const { t } = useTranslation()
  const chosen = value ? String(value).split('|') : []
  const items = [...new Set([...(field.suggests ?? []), ...chosen])]
  return (
    <MultiSelectInput
      {...shared}
      clearable
      data={items.map((item) => ({ value: item, label: t(`${names}.${item}`, item) }))}
      value={chosen}
      onChange={(next) => set(next.join('|'))}
    />
  )
}
