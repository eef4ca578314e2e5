import { TextInput } from '@mantine/core'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { ListKind } from './listKind.ts'
import { useFilterChoices } from './useFilterChoices.ts'
import type { ListState } from './useListState.ts'

interface FilterInputProps {
  resource: Resource
  kind: ListKind | undefined
  state: ListState
  name: string
  /** Its list of choices has opened or closed: Escape closes that list first, and the filter after it. */
  onChoosing: (isChoosing: boolean) => void
}

/** The input of a filter of a list. */
export function FilterInput({ resource, kind, state, name, onChoosing }: FilterInputProps) {
  const { t } = useTranslation()
  const chosen = state.filters[name]?.split(',') ?? []
  const { label, options, ...searching } = useFilterChoices(resource, kind, name, chosen)
  if (kind?.filters?.[name]?.isDate)
    return (
      <TextInput
        type="date"
        label={label}
        value={state.filters[name] ?? ''}
        onChange={(event) => state.change({ [name]: event.currentTarget.value || null })}
      />
    )
  return (
    <SelectInput
      label={label}
      placeholder={t('resources.all')}
      data={options}
      {...searching}
      searchable
      clearable
      value={state.filters[name] ?? null}
      onChange={(next) => state.change({ [name]: next })}
      comboboxProps={{ withinPortal: false }}
      onDropdownOpen={() => onChoosing(true)}
      onDropdownClose={() => onChoosing(false)}
    />
  )
}
