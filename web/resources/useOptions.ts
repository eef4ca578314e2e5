import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { type AnyRecord, recordsIn } from './recordIn.ts'

export interface Option {
  value: string
  label: string
  /** What else it is known by. */
  detail?: string
}

/** All records of a kind to choose from; where there may be many, an input takes `useChoices`. */
export function useOptions(resource: Resource, isWanted = true) {
  const choiceOf = useOptionOf(resource)
  return useQuery({
    ...optionsOf(resource, isWanted),
    select: (rows): Option[] => rows.map(choiceOf),
  })
}

/**
 * Makes of a record what one chooses. One that goes by a code is shown by what people call it; whose it is, how it stands and the code
 * stand beside.
 */
export function useOptionOf({ id, holds }: Resource): (row: AnyRecord) => Option {
  const { quantity } = useFormat()
  return (row) => {
    const code = String(row['label'])
    const label = String(row['name'] ?? code)
    const figure = holds && row[holds.figure]
    const details = [
      row['company_title'],
      figure != null && quantity(Number(figure), '%', 0),
      code !== label && code,
    ].filter(Boolean)
    return {
      value: String(row[id]),
      label,
      ...(holds && details.length > 0 && { detail: details.join(' · ') }),
    }
  }
}

/** The same with all that a form needs of each: what its definition names as `options`. */
export function useOptionRows<T>(resource: Resource, isWanted = true) {
  return useQuery({ ...optionsOf(resource, isWanted), select: (rows) => rows as unknown as T[] })
}

/** One call for all of them, which asks again after a while; `asked` narrows it. */
export function optionsOf(resource: Resource, isWanted: boolean, asked?: Record<string, string>) {
  const query = { options: '1', ...asked }
  return {
    queryKey: [resource.name, 'choices', ...(asked ? [asked] : [])],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<readonly AnyRecord[]> => {
      const path = pathOf(resource)
      const answer = await request<StandardCalls<Resource>['list']>('GET', path, { query, signal })
      return recordsIn(resource, answer)
    },
    staleTime: 5 * 60_000,
    enabled: isWanted,
  }
}
