import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { type AnyRecord, recordsIn } from './recordIn.ts'

export interface Option {
  value: string
  label: string
  /** A further name or fact. */
  detail?: string
}

/** A record among the choices of a kind: its code, its name, and its company. */
export type ChoiceRow = AnyRecord & Readonly<Partial<Record<'label' | 'name' | 'company_title', unknown>>>

/** All records of a kind as choices; if there may be many, inputs use `useChoices`. */
export function useOptions(resource: Resource, isEnabled = true) {
  const choiceOf = useOptionOf(resource)
  return useQuery({
    ...optionsOf(resource, isEnabled),
    select: (rows): Option[] => rows.map(choiceOf),
  })
}

/** Converts a record to a choice. One with a code is shown by its name; company, level and code are its detail. */
export function useOptionOf({ id, naming: { holds } }: Resource): (row: ChoiceRow) => Option {
  const { quantity } = useFormat()
  return (row) => {
    const code = String(row.label)
    const label = String(row.name ?? code)
    const figure = holds && row[holds.figure]
    const details = [
      row.company_title,
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

/** The choices with all fields that a form needs: the definition's `options`. */
export function useOptionRows<T>(resource: Resource, isEnabled = true) {
  return useQuery(optionsOf<T>(resource, isEnabled))
}

/** One query for all of them, refetched after a while; `filter` filters it. */
export function optionsOf<T = AnyRecord>(
  resource: Resource,
  isEnabled: boolean,
  filter?: Record<string, string>,
) {
  const query = { options: '1', ...filter }
  return {
    queryKey: [resource.name, 'choices', ...(filter ? [filter] : [])],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<readonly T[]> => {
      const path = pathOf(resource)
      const response = await request<StandardCalls<Resource>['list']>('GET', path, { query, signal })
      return recordsIn<Resource, T>(resource, response)
    },
    staleTime: 5 * 60_000,
    enabled: isEnabled,
  }
}
