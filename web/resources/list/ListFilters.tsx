import {
  Button,
  CloseButton,
  Group,
  Indicator,
  Pill,
  Popover,
  Skeleton,
  Stack,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { isBehindDialog } from '#web/ui/isBehindDialog.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import short from '#web/ui/ShortOnPhone.module.css'
import type { ListKind } from './listKind.ts'
import styles from './Toolbar.module.css'
import { filterNames, filterTarget, useFilterChoices } from './useFilterChoices.ts'
import type { ListState } from './useListState.ts'

/** Fetched when the filter is about to open: with the choices of forms it is large. */
const loadFilterInput = () => import('./FilterInput.tsx').then((m) => m.FilterInput)
const FilterInput = lazyPart(loadFilterInput)

const MAX_SEARCH_LENGTH = 100
const DEBOUNCE_MS = 250

interface ListFiltersProps {
  resource: Resource
  kind: ListKind | undefined
  state: ListState
}

interface FiltersProps extends ListFiltersProps {
  /** The records found. */
  rows: readonly AnyRecord[]
}

interface NarrowedProps extends FiltersProps {
  /** Whether a search is being typed, or was submitted. */
  onTyping: (isTyping: boolean) => void
}

/** The search and the filters of a list, with the active filters as chips. */
export function ListFilters({ resource, kind, state, rows, onTyping }: NarrowedProps) {
  const mayChoose = useMaySelect()
  const names = filterNames(resource, kind).filter((name) => {
    const target = filterTarget(resource, kind, name)
    return !target || mayChoose(target, resource)
  })
  // Default filters have no chip; they are in the menu.
  const chosen = Object.entries(state.filters).filter(
    ([name, value]) => value !== String(resource.filters[name] ?? ''),
  )
  return (
    <Group gap="xs" className={styles.filters}>
      {resource.search.length > 0 && <Search {...{ resource, state, onTyping }} />}
      {names.length > 0 && <FilterMenu {...{ resource, kind, state, names }} count={chosen.length} />}
      {chosen.map(([name, value]) => (
        <Chip key={name} {...{ resource, kind, state, rows, name }} chosen={value.split(',')} />
      ))}
    </Group>
  )
}

function Search({ resource, state, onTyping }: Pick<NarrowedProps, 'resource' | 'state' | 'onTyping'>) {
  const { t, i18n } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { text, type, clear } = useSearchText({ state, onTyping })
  useHotkeys([['/', () => !isBehindDialog(input.current) && input.current?.focus()]])
  const own = `${resource.name}.search`
  const label = t(i18n.exists(own) ? own : 'resources.search')
  return (
    <TextInput
      ref={input}
      type="search"
      flex="1 1 5rem"
      maw={280}
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t('resources.clear_search')}
            onClick={() => {
              clear()
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** The text of a search: sent a moment after the last key. */
function useSearchText({ state, onTyping }: Pick<NarrowedProps, 'state' | 'onTyping'>) {
  const [text, setText] = useState(state.search)
  /** Searches sent from here, oldest first, that the address has not reported yet. */
  const sent = useRef([state.search])
  const search = useDebouncedCallback((value: string) => {
    sent.current.push(value.trim())
    state.change({ search: value.trim() || null })
    onTyping(false)
  }, DEBOUNCE_MS)
  useEffect(() => {
    // Its own searches return from the address while the user types on, several late on a slow machine: the typed text stays.
    const at = sent.current.lastIndexOf(state.search)
    if (at < 0) setText(state.search)
    sent.current = at < 0 ? [state.search] : sent.current.slice(at)
  }, [state.search])
  return {
    text,
    type: (typed: string) => {
      setText(typed)
      onTyping(typed.trim() !== state.search)
      search(typed)
    },
    clear: () => {
      setText('')
      state.change({ search: null })
    },
  }
}

function FilterMenu({
  names,
  count,
  ...rest
}: ListFiltersProps & { names: readonly string[]; count: number }) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  const prefetch = () => void loadFilterInput().catch(() => {})
  return (
    <Popover position="bottom-start" shadow="md" trapFocus width={280} closeOnEscape={!isChoosing}>
      {/* Below the overlays of a phone: menu and header. */}
      <Indicator disabled={count === 0} label={count} size={16} zIndex={1}>
        <Popover.Target>
          <Button
            variant="default"
            className={short.button}
            leftSection={<IconFilter size={16} aria-hidden />}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            {t('resources.filter')}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Suspense fallback={names.map((name) => <Skeleton key={name} h={60} />)}>
            {names.map((name) => (
              <FilterInput key={name} {...rest} name={name} onChoosing={setIsChoosing} />
            ))}
          </Suspense>
          <ClearButton state={rest.state} isDisabled={count === 0} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ClearButton({ state, isDisabled }: { state: ListState; isDisabled: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={isDisabled}
      onClick={() => state.change(Object.fromEntries(Object.keys(state.filters).map((name) => [name, null])))}
    >
      {t('resources.clear')}
    </Button>
  )
}

function Chip({
  resource,
  kind,
  state,
  rows,
  name,
  chosen,
}: FiltersProps & { name: string; chosen: readonly string[] }) {
  const { t } = useTranslation()
  const { label, options } = useFilterChoices(resource, kind, name, chosen)
  // If the user may not choose among such records, the rows found provide the name of a linked one.
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
