import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { type Option, optionsOf, useOptionOf } from './useOptions.ts'

/** Choices loaded at once: more than a user looks through. */
const MAX_CHOICES = 500
/** Choices found by typing. */
const MAX_FOUND = 100
const DEBOUNCE_MS = 200

export interface Choices {
  data: Option[]
  onSearchChange: (search: string) => void
}

/**
 * The records of a kind as choices of an input. A kind with few is loaded whole; of one with many, the first ones, those found
 * by typing, and the chosen ones.
 * @param chosen the chosen ids.
 * @param narrowed further filters, such as the owner.
 */
export function useChoices(
  resource: Resource,
  isEnabled: boolean,
  chosen: readonly string[],
  narrowed: Readonly<Record<string, string>> = {},
): Choices {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const first = useOptionsOf(resource, { limit: String(MAX_CHOICES), ...narrowed }, isEnabled)
  const isPart = first.length >= MAX_CHOICES
  const missing = isPart ? chosen.filter((id) => /^\d+$/.test(id) && !has(first, id)) : []
  const named = useOptionsOf(resource, { ids: missing.join() }, isEnabled && missing.length > 0)
  // The chosen name is in the input without being typed.
  const isTyped =
    search !== '' &&
    ![...named, ...first].some(({ value, label }) => label === search && chosen.includes(value))
  const isSearching = isEnabled && isPart && isTyped
  const found = useOptionsOf(resource, { limit: String(MAX_FOUND), search, ...narrowed }, isSearching)
  const shown = isSearching ? found : first
  return { data: [...named.filter(({ value }) => !has(shown, value)), ...shown], onSearchChange: setTyped }
}

function useOptionsOf(resource: Resource, query: Record<string, string>, isEnabled: boolean): Option[] {
  const choiceOf = useOptionOf(resource)
  const { data } = useQuery({
    ...optionsOf(resource, isEnabled, query),
    select: (rows) => {
      const options = rows.map(choiceOf)
      // The server sorts them by their codes.
      return resource.naming.holds ? options.sort(byLabel) : options
    },
    placeholderData: (before) => (query.search ? before : undefined),
  })
  return (isEnabled && data) || NONE
}

function byLabel(one: Option, other: Option): number {
  return one.label.localeCompare(other.label, undefined, { numeric: true })
}

const NONE: Option[] = []

function has(options: readonly Option[], id: string): boolean {
  return options.some(({ value }) => value === id)
}
