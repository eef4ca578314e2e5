import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useKept } from '#web/platform/useKept.ts'

export const FILTER_NAMES = [
  'status',
  'level',
  'connection_status',
  'company_id',
  'device_type_id',
  'tags',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type DeviceFilterValues = Partial<Record<FilterName, string>>

export interface DeviceListView {
  search: string
  filters: DeviceFilterValues
  sort: string
  page: number
  pageSize: number
  isMap: boolean
  query: Record<string, string | number | undefined>
  change: (changes: Record<string, string | null>) => void
  setPageSize: (size: number) => void
}

export const PAGE_SIZE = 25

/** What the list shows lies in the address, so that a view can be sent as a link and found again. */
export function useDeviceListView(): DeviceListView {
  const [params, setParams] = useSearchParams()
  const [pageSize, setPageSize] = useKept('devices.page_size', PAGE_SIZE)
  return useMemo(() => {
    const filters: DeviceFilterValues = {}
    for (const name of FILTER_NAMES) {
      const value = params.get(name)
      if (value) filters[name] = value
    }
    const search = params.get('search') ?? ''
    const sort = params.get('sort') ?? 'public_id'
    const page = Math.max(1, Number(params.get('page')) || 1)
    return {
      search,
      filters,
      sort,
      page,
      pageSize,
      isMap: params.get('view') === 'map',
      query: { ...filters, search, sort, page_num: page, page_size: pageSize },
      setPageSize,
      change: (changes) =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before)
            if (!('page' in changes)) next.delete('page')
            for (const [name, value] of Object.entries(changes)) {
              if (value) next.set(name, value)
              else next.delete(name)
            }
            return next
          },
          { replace: true },
        ),
    }
  }, [params, setParams, pageSize, setPageSize])
}
