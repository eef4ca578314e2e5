import type { ComboboxItem, ComboboxProps, OptionsFilter, SelectProps } from '@mantine/core'
import { Text } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDropdownBelowError } from './useDropdownBelowError.ts'

/** What is chosen from: beside its name it may show what else it is known by, and is found by that as well. */
interface Choice extends ComboboxItem {
  detail?: string | undefined
}

interface ChoosingProps {
  label?: ReactNode
  'aria-label'?: string | undefined
  data?: SelectProps['data']
  value?: unknown
  onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
  searchable?: boolean | undefined
  error?: ReactNode
  comboboxProps?: ComboboxProps | undefined
  onDropdownOpen?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}

/** Every country is among them; of longer lists the others are found by typing. */
const SHOWN = 300

/**
 * What every list to choose from does: it opens when it is asked for, below what is wrong with its field. Where one can
 * search, Enter takes the first match, says nothing found where there is none, and sends no form off meanwhile. What may
 * be left open is cleared by a button that the keyboard reaches too.
 */
export function useComboboxBehaviour(props: ChoosingProps) {
  const { data, value, searchable, error, comboboxProps, onFocus, onDropdownOpen, onKeyDown } = props
  const [isReached, setIsReached] = useState(false)
  const { t } = useTranslation()
  const room = useDropdownBelowError(error)
  const hasDetails = data?.some((one) => typeof one === 'object' && one !== null && 'detail' in one)
  const renderOption: SelectProps['renderOption'] = ({ option }) => <Named {...option} />
  return {
    standard: {
      selectFirstOptionOnChange: searchable === true,
      nothingFoundMessage: searchable && isReached ? t('resources.no_match') : undefined,
      filter: (found: Parameters<OptionsFilter>[0]) => matching(found, t('resources.no_match')),
      limit: SHOWN,
      clearButtonProps: {
        // Large enough to be hit, as it can be reached.
        size: 'md',
        iconSize: 16,
        tabIndex: 0,
        'aria-hidden': false,
        'aria-label': [t('resources.clear'), textOf(props.label) ?? props['aria-label']]
          .filter(Boolean)
          .join(': '),
        // The button goes with what it has cleared.
        onClick: ({ currentTarget }: MouseEvent<HTMLElement>) =>
          currentTarget
            .closest('.mantine-InputWrapper-root, .mantine-Input-wrapper')
            ?.querySelector('input')
            ?.focus(),
      },
      ...(hasDetails && { renderOption }),
    },
    always: {
      // Every option is drawn while its list is still closed: a form would wait for thousands that nobody looks at.
      data: isReached ? data : data?.filter((one) => isAmong(one, value)),
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        setIsReached(true)
        onFocus?.(event)
      },
      openOnFocus: false,
      errorProps: room.errorProps,
      comboboxProps: { offset: room.offset, ...comboboxProps },
      onDropdownOpen: () => {
        room.measure()
        onDropdownOpen?.()
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true')
          event.preventDefault()
        onKeyDown?.(event)
      },
    },
  }
}

function Named({ label, detail }: Choice) {
  if (!detail) return <span>{label}</span>
  return (
    <span>
      <Text span display="block" size="sm">
        <bdi>{label}</bdi>
      </Text>{' '}
      {/* In the color of its line, which the keys turn round. */}
      <Text span display="block" size="xs" opacity={0.8}>
        {detail}
      </Text>
    </span>
  )
}

function textOf(label: ReactNode): string | undefined {
  return typeof label === 'string' ? label : undefined
}

/** Whether something to choose, or one of a group, is chosen. */
function isAmong(one: string | object, value: unknown): boolean {
  if (typeof one === 'object' && 'items' in one)
    return (one.items as (string | object)[]).some((item) => isAmong(item, value))
  const own = typeof one === 'object' && 'value' in one ? one.value : one
  return Array.isArray(value) ? value.includes(own) : own === value
}

/** The value of the choice that makes a new one. */
export const NEW_CHOICE = '+'

/**
 * Those that hold every word; first what begins with the text. Last, whatever is searched for, the choice that makes a new one:
 * below `none` where nothing is found.
 */
function matching({ options, search, limit }: Parameters<OptionsFilter>[0], none: string) {
  const isNew = (one: (typeof options)[number]) => 'value' in one && one.value === NEW_CHOICE
  const make = options.filter(isNew) as ComboboxItem[]
  const found = foundIn(
    options.filter((one) => !isNew(one)),
    search,
    limit,
  )
  if (make.length === 0) return found
  return found.length > 0 ? [...found, ...make] : [{ group: none, items: make }]
}

function foundIn(options: Parameters<OptionsFilter>[0]['options'], search: string, limit: number) {
  const wanted = plain(search)
  const words = wanted.split(/\s+/).filter(Boolean)
  const holds = (one: Choice) => {
    const text = plain(`${one.label} ${one.detail ?? ''}`)
    return words.every((word) => text.includes(word))
  }
  const rank = (one: Choice) => (wanted !== '' && plain(one.label).startsWith(wanted) ? 0 : 1)
  return options
    .map((one) => ('items' in one ? { ...one, items: one.items.filter(holds) } : one))
    .filter((one) => ('items' in one ? one.items.length > 0 : holds(one)))
    .sort((one, other) => ('items' in one || 'items' in other ? 0 : rank(one) - rank(other)))
    .slice(0, limit)
}

/** Without case and accents: who types "Mexico" finds "México". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
