import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { useKept } from '#web/platform/useKept.ts'
import type { ListAsked } from './useRecords.ts'

export const PAGE_SIZES = ['10', '25', '50', '100'] as const

export interface ListState {
  search: string
  filters: Readonly<Record<string, string>>
  sort: string
  page: number
  pageSize: number
  asked: ListAsked
  change: (changes: Record<string, string | null>) => void
  setPageSize: (size: number) => void
}

/** What a list shows lies in the address: a view can be sent as a link, and one finds it again coming back. */
export function useListState(resource: Resource): ListState {
  const [params, setParams] = useSearchParams()
  const [pageSize, setPageSize] = useKept(`${resource.name}.page_size`, 25)
  return useMemo(() => {
    const names = Object.keys(resource.filters ?? {})
    const filters = Object.fromEntries(
      names.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    )
    const search = params.get('search') ?? ''
    const sort = params.get('sort') ?? resource.sort ?? resource.title
    const page = Math.max(1, Number(params.get('page')) || 1)
    return {
      search,
      filters,
      sort,
      page,
      pageSize,
      asked: { ...filters, search, sort, page_num: String(page), page_size: String(pageSize) },
      setPageSize,
      change: (changes) => setParams((before) => changed(before, changes), { replace: true }),
    }
  }, [resource, params, setParams, pageSize, setPageSize])
}

/** Anything but another page begins at the first one. */
function changed(before: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(before)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
