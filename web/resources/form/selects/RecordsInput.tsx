import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MultiSelectInput } from '#web/resources/form/selects/MultiSelectInput.tsx'
import { type AnyRecord, useRecords } from '#web/resources/useRecords.ts'

interface Chosen {
  id: number
  title: string
}

interface RecordsInputProps {
  resource: Resource
  label: string
  chosen: readonly Chosen[]
  /** The name of a record in the list of choices. */
  nameOf: (record: AnyRecord) => string
  onChange: (chosen: Chosen[]) => void
}

const DEBOUNCE_MS = 250
const OFFERED = 20

/** Several records of a kind, found by typing: lists of thousands are never loaded whole. */
export function RecordsInput({ resource, label, chosen, nameOf, onChange }: RecordsInputProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = useFound({ resource, nameOf }, search)
  const known = new Map<string, Chosen & { company?: string }>(
    [...chosen, ...found].map((item) => [String(item.id), item]),
  )
  return (
    <MultiSelectInput
      label={label}
      placeholder={t('resources.search')}
      searchable
      clearable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      nothingFoundMessage={t('resources.nothing')}
      data={[...known.values()].map(({ id, title }) => ({ value: String(id), label: title }))}
      value={chosen.map(({ id }) => String(id))}
      renderOption={({ option }) => (
        <span>
          {option.label} <small>{known.get(option.value)?.company}</small>
        </span>
      )}
      onChange={(ids) =>
        onChange(ids.flatMap((id) => known.get(id) ?? []).map(({ id, title }) => ({ id, title })))
      }
    />
  )
}

function useFound({ resource, nameOf }: Pick<RecordsInputProps, 'resource' | 'nameOf'>, search: string) {
  const [debounced] = useDebouncedValue(search, DEBOUNCE_MS)
  const { data } = useRecords(resource, {
    search: debounced.trim(),
    page_num: '1',
    page_size: String(OFFERED),
    sort: resource.title,
  })
  return (data?.rows ?? []).map((row) => ({
    id: Number(row[resource.id]),
    title: nameOf(row),
    company: String(row.company_title ?? ''),
  }))
}
