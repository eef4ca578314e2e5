import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type Resource, sortableFields } from '#core/resources/definition.ts'
import { isUserFieldKey } from '#core/resources/fields/userFields.ts'
import { usePersistedState } from '#web/platform/usePersistedState.ts'
import type { ListRequest } from '#web/resources/useRecords.ts'
import { rememberListAddress } from './listAddress.ts'

export const PAGE_SIZES = ['10', '25', '50', '100'] as const
/** The server's maximum page size. */
const MAX_PAGE_SIZE = 1000

export interface ListState {
  search: string
  /** The active filters, including the definition's defaults. */
  filters: Readonly<Record<string, string>>
  sort: string
  page: number
  pageSize: number
  request: ListRequest
  /** The records are shown on a map. */
  isMap: boolean
  /** The records are shown as a tree. */
  isTree: boolean
  /** All parameters of the address but the page. */
  query: Record<string, string>
  /** The open saved view. */
  savedView: string | null
  /** The address has no parameters. */
  isUntouched: boolean
  change: (changes: Record<string, string | null>) => void
  clear: () => void
  /** Applies the parameters of a saved view, and no others. */
  open: (query: Record<string, string>) => void
  setPageSize: (size: number) => void
}

/** The state of a list is in its address: it can be sent as a link, and is restored when going back. */
export function useListState(
  resource: Resource,
  within?: Readonly<Record<string, string>>,
  firstSort = resource.sort ?? resource.title,
): ListState {
  const [params, setParams] = useSearchParams()
  const { pathname, search: address } = useLocation()
  const [storedSize, storeSize] = usePersistedState(`${resource.name}.page_size`, 25)
  useEffect(() => rememberListAddress(pathname, address), [pathname, address])
  return useMemo(() => {
    const applied = appliedFilters(resource, params)
    const search = params.get('search') ?? ''
    const sort = requestedSort(resource, params) ?? firstSort
    const page = wholeNumber(params.get('page_num')) ?? 1
    const pageSize = Math.min(wholeNumber(params.get('page_size')) ?? storedSize, MAX_PAGE_SIZE)
    const { page_num: _, saved_view: __, ...query } = Object.fromEntries(params)
    return {
      search,
      filters: Object.fromEntries(
        Object.entries(applied).filter(([name, value]) => value !== '' && !(within && name in within)),
      ),
      sort,
      page,
      pageSize,
      request: { ...applied, ...within, search, sort, page_num: String(page), page_size: String(pageSize) },
      isMap: params.get('view') === 'map',
      isTree: params.get('view') === 'tree',
      query,
      savedView: params.get('saved_view'),
      isUntouched: params.size === 0,
      setPageSize: (size) => {
        storeSize(size)
        setParams((before) => changed(resource, before, { page_size: String(size) }), { replace: true })
      },
      open: (next) => setParams(next, { replace: true }),
      change: (changes) => setParams((before) => changed(resource, before, changes), { replace: true }),
      clear: () => setParams((before) => changed(resource, before, cleared(resource)), { replace: true }),
    }
  }, [resource, within, firstSort, params, setParams, storedSize, storeSize])
}

/** The sort field; a removed field, as in an old view, is ignored. */
function requestedSort(resource: Resource, params: URLSearchParams): string | undefined {
  const field = params.get('sort')
  return field && sortableFields(resource).includes(field.replace(/^-/, '')) ? field : undefined
}

function wholeNumber(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
}

/**
 * The filters of the address, with the definition's defaults for missing ones. An empty value is explicit: all. A filter by a
 * removed user-defined field stays: the server reports it, whereas without it all records would match.
 */
function appliedFilters(resource: Resource, params: URLSearchParams): Record<string, string> {
  const removed = [...params.keys()]
    .filter((name) => isUserFieldKey(name))
    .map((name) => [name, null] as const)
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(removed), ...resource.filters }).flatMap(([name, standard]) => {
      const value = params.get(name) ?? (standard === null ? null : String(standard))
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Any change but the page returns to the first page. */
function changed(
  resource: Resource,
  before: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  if (!('page_num' in changes)) next.delete('page_num')
  for (const [name, value] of Object.entries(changes)) {
    const hasStandard = resource.filters[name] != null
    if (value || hasStandard) next.set(name, value ?? '')
    else next.delete(name)
  }
  return next
}

function cleared(resource: Resource): Record<string, null> {
  return Object.fromEntries(['search', ...Object.keys(resource.filters)].map((name) => [name, null]))
}
