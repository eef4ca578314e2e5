import { Button, CloseButton, Group, Indicator, Pill, Popover, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { isBehindDialog } from '#web/ui/isBehindDialog.ts'
import type { ListKind } from './listKind.ts'
import { filterNames, filterTarget, useFilterChoices } from './useFilterChoices.ts'
import type { ListState } from './useListState.ts'

const LONGEST_SEARCH = 100
const PAUSE = 250

interface ListFiltersProps {
  resource: Resource
  kind: ListKind | undefined
  state: ListState
}

interface FiltersProps extends ListFiltersProps {
  /** What was found. */
  rows: readonly AnyRecord[]
}

interface NarrowedProps extends FiltersProps {
  /** A search has begun to be typed, or was asked for. */
  onTyping: (isTyping: boolean) => void
}

/** The search, as one types, and the filters of a list; what narrows it stands beside as chips. */
export function ListFilters({ resource, kind, state, rows, onTyping }: NarrowedProps) {
  const mayChoose = useMaySelect()
  const names = filterNames(resource, kind).filter((name) => {
    const target = filterTarget(resource, kind, name)
    return !target || mayChoose(target, resource)
  })
  // What every such list begins with has no chip; it is in the menu.
  const chosen = Object.entries(state.filters).flatMap(([name, value]) =>
    value === String(resource.filters?.[name] ?? '') ? [] : [name],
  )
  return (
    <Group gap="xs" flex="1 1 18rem" miw={0}>
      {resource.search.length > 0 && <Search {...{ resource, state, onTyping }} />}
      {names.length > 0 && <FilterMenu {...{ resource, kind, state, names }} count={chosen.length} />}
      {chosen.map((name) => (
        <Chip key={name} {...{ resource, kind, state, rows, name }} />
      ))}
    </Group>
  )
}

function Search({ resource, state, onTyping }: Pick<NarrowedProps, 'resource' | 'state' | 'onTyping'>) {
  const { t, i18n } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(state.search)
  /** What was asked for from here, oldest first, as far as the address has not told it yet. */
  const asked = useRef([state.search])
  const search = useDebouncedCallback((value: string) => {
    asked.current.push(value.trim())
    state.change({ search: value.trim() || null })
    onTyping(false)
  }, PAUSE)
  useHotkeys([['/', () => !isBehindDialog(input.current) && input.current?.focus()]])
  useEffect(() => {
    // Its own searches come back from the address while the next letters are typed, on a slow machine several late: they stay.
    const told = asked.current.lastIndexOf(state.search)
    if (told < 0) setText(state.search)
    asked.current = told < 0 ? [state.search] : asked.current.slice(told)
  }, [state.search])
  const own = `${resource.name}.search`
  const label = t(i18n.exists(own) ? own : 'resources.search')
  return (
    <TextInput
      ref={input}
      type="search"
      flex="1 1 10rem"
      maw={280}
      maxLength={LONGEST_SEARCH}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t('resources.clear_search')}
            onClick={() => {
              setText('')
              state.change({ search: null })
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onTyping(event.currentTarget.value.trim() !== state.search)
        search(event.currentTarget.value)
      }}
    />
  )
}

function FilterMenu({
  names,
  count,
  ...rest
}: ListFiltersProps & { names: readonly string[]; count: number }) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <Popover position="bottom-start" shadow="md" trapFocus width={280} closeOnEscape={!isChoosing}>
      {/* Under what a phone lays over the screen: the menu and the header. */}
      <Indicator disabled={count === 0} label={count} size={16} zIndex={1}>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={16} />}>
            {t('resources.filter')}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Stack gap="sm">
          {names.map((name) => (
            <FilterInput key={name} {...rest} name={name} onChoosing={setIsChoosing} />
          ))}
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={count === 0}
            onClick={() =>
              rest.state.change(
                Object.fromEntries(Object.keys(rest.state.filters).map((name) => [name, null])),
              )
            }
          >
            {t('resources.clear')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterInputProps extends ListFiltersProps {
  name: string
  /** Its list of choices has opened or closed: Escape closes that list, and the whole filter only after it. */
  onChoosing: (isChoosing: boolean) => void
}

function FilterInput({ resource, kind, state, name, onChoosing }: FilterInputProps) {
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

function Chip({ resource, kind, state, rows, name }: FiltersProps & { name: string }) {
  const { t } = useTranslation()
  const chosen = state.filters[name]!.split(',')
  const { label, options } = useFilterChoices(resource, kind, name, chosen)
  // Who may not choose among such records is told by the rows found what a link has named.
  const namedInRows = (value: string) =>
    rows.flatMap((row) => (String(row[name]) === value ? (nameOfReference(row, name) ?? []) : []))[0]?.name ??
    value
  const shown = chosen.map(
    (value) => options.find((option) => option.value === value)?.label ?? String(namedInRows(value)),
  )
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
      {label}: {shown.join(', ')}
    </Pill>
  )
}
