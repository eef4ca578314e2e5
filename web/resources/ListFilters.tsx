import { Group, Pill, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource } from '#core/resources/definition.ts'
import { targetOf } from './targetOf.ts'
import type { ListState } from './useListState.ts'
import { useOptions } from './useOptions.ts'

const LONGEST_SEARCH = 100
const PAUSE = 250

interface ListFiltersProps {
  resource: Resource
  state: ListState
}

/** The search, as one types, and the filters of a list; what narrows it stands as chips. */
export function ListFilters({ resource, state }: ListFiltersProps) {
  const filters = Object.keys(resource.filters ?? {}).filter((name) => resource.fields[name])
  return (
    <Group gap="xs">
      {resource.search.length > 0 && <Search state={state} />}
      {filters.map((name) => (
        <Filter key={name} resource={resource} name={name} state={state} />
      ))}
    </Group>
  )
}

function Search({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(state.search)
  const search = useDebouncedCallback((value: string) => state.change({ search: value || null }), PAUSE)
  useHotkeys([['/', () => input.current?.focus()]])
  useEffect(() => setText(state.search), [state.search])
  return (
    <TextInput
      ref={input}
      type="search"
      w={{ base: '100%', xs: 240 }}
      maxLength={LONGEST_SEARCH}
      aria-label={t('resources.search')}
      placeholder={t('resources.search')}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

function Filter({ resource, name, state }: ListFiltersProps & { name: string }) {
  const { t } = useTranslation()
  const field: Field = resource.fields[name]!
  const target = targetOf(field)
  const records = useOptions(target ?? resource, target !== undefined)
  const label = t(`records.${resource.name}.fields.${name}`)
  const choices = target ? (records.data ?? []) : plainChoices(resource, name, field, t)
  const value = state.filters[name] ?? null
  if (value !== null) {
    const shown =
      choices.find((choice) => choice.value === value)?.label ?? t(`resources.filter_values.${value}`, value)
    return (
      <Pill
        size="md"
        fz="sm"
        bg="var(--mantine-primary-color-light)"
        c="var(--mantine-primary-color-light-color)"
        withRemoveButton
        onRemove={() => state.change({ [name]: null })}
        removeButtonProps={{
          'aria-label': `${t('resources.clear')}: ${label}`,
          'aria-hidden': false,
          tabIndex: 0,
        }}
      >
        {label}: {shown}
      </Pill>
    )
  }
  return (
    <Select
      w={160}
      aria-label={label}
      placeholder={label}
      data={choices}
      searchable={choices.length > 8}
      value={null}
      onChange={(next) => state.change({ [name]: next })}
    />
  )
}

function plainChoices(resource: Resource, name: string, field: Field, t: (key: string) => string) {
  if (field.kind === 'flag') {
    return [
      { value: '1', label: t('yes') },
      { value: '0', label: t('no') },
    ]
  }
  if (field.kind !== 'choice') return []
  return field.of.map((one) => ({
    value: String(one),
    label: t(`records.${resource.name}.choices.${name}.${one}`),
  }))
}
