import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { type Option, optionsOf, useOptionOf } from './useOptions.ts'

/** So many are there to choose from at once; more than one looks through. */
const FIRST = 500
/** So many are found by what is typed. */
const FOUND = 100
const PAUSE = 200

export interface Choices {
  data: Option[]
  onSearchChange: (search: string) => void
}

/**
 * The records of a kind for an input to choose from. Of a kind that has few it holds all; of one that has many the first
 * ones, what is found by what is typed, and what is chosen already.
 * @param chosen the ids that are chosen.
 * @param narrowed what else narrows them, such as whose they are.
 */
export function useChoices(
  resource: Resource,
  isWanted: boolean,
  chosen: readonly string[],
  narrowed: Readonly<Record<string, string>> = {},
): Choices {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const first = useOptionsOf(resource, { limit: String(FIRST), ...narrowed }, isWanted)
  const isPart = first.length >= FIRST
  const missing = isPart ? chosen.filter((id) => /^\d+$/.test(id) && !has(first, id)) : []
  const named = useOptionsOf(resource, { ids: missing.join() }, isWanted && missing.length > 0)
  // What is chosen stands in the input: nobody has typed it.
  const isTyped =
    search !== '' &&
    ![...named, ...first].some(({ value, label }) => label === search && chosen.includes(value))
  const isSearching = isWanted && isPart && isTyped
  const found = useOptionsOf(resource, { limit: String(FOUND), search, ...narrowed }, isSearching)
  const shown = isSearching ? found : first
  return { data: [...named.filter(({ value }) => !has(shown, value)), ...shown], onSearchChange: setTyped }
}

function useOptionsOf(resource: Resource, asked: Record<string, string>, isWanted: boolean): Option[] {
  const choiceOf = useOptionOf(resource)
  const { data } = useQuery({
    ...optionsOf(resource, isWanted, asked),
    select: (rows) => {
      const options = rows.map(choiceOf)
      // The server sorts them by their codes.
      return resource.holds ? options.sort(byLabel) : options
    },
    placeholderData: (before) => (asked['search'] ? before : undefined),
  })
  return (isWanted && data) || NONE
}

function byLabel(one: Option, other: Option): number {
  return one.label.localeCompare(other.label, undefined, { numeric: true })
}

const NONE: Option[] = []

function has(options: readonly Option[], id: string): boolean {
  return options.some(({ value }) => value === id)
}
