import {
  type ComboboxGenericItem,
  type ComboboxItem,
  type ComboboxItemGroup,
  type ComboboxProps,
  type OptionsFilter,
  type SelectProps,
  Text,
} from '@mantine/core'
import type { TFunction } from 'i18next'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** A choice: in addition to its name it may show a detail, and is found by that as well. */
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

/** Every country fits; longer lists are searched by typing. */
const MAX_OPTIONS = 300

/**
 * The behaviour of all selects: opens on request, below the error of its field. With a search, Enter takes the first match; no
 * match is reported and submits nothing. A clear button that the keyboard reaches empties an optional choice.
 */
export function useComboboxBehaviour(props: ChoosingProps) {
  const { data, value, searchable, error, comboboxProps, onFocus, onDropdownOpen, onKeyDown } = props
  const { 'aria-label': label } = props
  const [isReached, setIsReached] = useState(false)
  const { t } = useTranslation()
  const room = useDropdownBelowError(error)
  const hasDetails = data?.some((item) => typeof item === 'object' && item !== null && 'detail' in item)
  const renderOption: SelectProps['renderOption'] = ({ option }) => <Named {...option} />
  return {
    standard: {
      selectFirstOptionOnChange: searchable === true,
      nothingFoundMessage: searchable && isReached ? t('resources.no_match') : undefined,
      filter: (found: Parameters<OptionsFilter>[0]) => matching(found, t('resources.no_match')),
      limit: MAX_OPTIONS,
      clearButtonProps: clearButtonProps(textOf(props.label) ?? label, t),
      ...(hasDetails && { renderOption }),
    },
    always: {
      // Mantine renders every option even while the list is closed: a form would wait for thousands that no one sees.
      data: isReached ? data : data?.filter((item) => isAmong(item, value)),
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

function clearButtonProps(label: string | undefined, t: TFunction) {
  return {
    // Large enough as a target, since it can be focused.
    size: 'md',
    iconSize: 16,
    tabIndex: 0,
    'aria-hidden': false,
    'aria-label': [t('resources.clear'), label].filter(Boolean).join(': '),
    // The button disappears with the value that it clears.
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) =>
      currentTarget
        .closest('.mantine-InputWrapper-root, .mantine-Input-wrapper')
        ?.querySelector('input')
        ?.focus(),
  }
}

function Named({ label, detail }: Choice) {
  if (!detail) return <span>{label}</span>
  return (
    <span>
      <Text span display="block" size="sm">
        <bdi>{label}</bdi>
      </Text>{' '}
      {/* In the color of its line, which inverts when selected by the keyboard. */}
      <Text span display="block" size="xs" opacity={0.8}>
        <bdi>{detail}</bdi>
      </Text>
    </span>
  )
}

function textOf(label: ReactNode): string | undefined {
  return typeof label === 'string' ? label : undefined
}

/** Whether a choice, or one of a group, is selected. */
function isAmong(
  one: string | ComboboxGenericItem | ComboboxItemGroup<string | ComboboxGenericItem>,
  value: unknown,
): boolean {
  if (typeof one === 'object' && 'items' in one) return one.items.some((item) => isAmong(item, value))
  const own = typeof one === 'object' ? one.value : one
  return Array.isArray(value) ? value.includes(own) : own === value
}

/** The value of the choice that creates a new one. */
export const NEW_CHOICE = '+'

/**
 * Options that contain every word; those that begin with the text first. The choice that creates a new one is always last:
 * below the text `none` if nothing is found.
 */
function matching({ options, search, limit }: Parameters<OptionsFilter>[0], none: string) {
  const make = options.flatMap((option) => ('value' in option && option.value === NEW_CHOICE ? [option] : []))
  const found = foundIn(
    options.filter((option) => !make.some((other) => other === option)),
    search,
    limit,
  )
  if (make.length === 0) return found
  return found.length > 0 ? [...found, ...make] : [{ group: none, items: make }]
}

function foundIn(options: Parameters<OptionsFilter>[0]['options'], search: string, limit: number) {
  const query = plain(search)
  const words = query.split(/\s+/).filter(Boolean)
  const holds = (choice: Choice) => {
    const text = plain(`${choice.label} ${choice.detail ?? ''}`)
    return words.every((word) => text.includes(word))
  }
  const rank = (choice: Choice) => (query !== '' && plain(choice.label).startsWith(query) ? 0 : 1)
  return options
    .map((option) => ('items' in option ? { ...option, items: option.items.filter(holds) } : option))
    .filter((item) => ('items' in item ? item.items.length > 0 : holds(item)))
    .sort((one, other) => ('items' in one || 'items' in other ? 0 : rank(one) - rank(other)))
    .slice(0, limit)
}

/** Without case and accents: "Mexico" finds "México". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

const GAP = 8

/** Opens a list below the error of its field, which is right below the input. */
function useDropdownBelowError(error: ReactNode) {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const measure = useCallback(() => {
    const message = ref.current
    const box = [...(message?.parentElement?.children ?? [])].find((part) => part.querySelector('input'))
    const height =
      message && box ? message.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom : 0
    setRoom(Math.max(0, Math.ceil(height)))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error may take more lines
  useLayoutEffect(measure, [error, measure])
  return { measure, errorProps: { ref }, offset: GAP + room }
}
