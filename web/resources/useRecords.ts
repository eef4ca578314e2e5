import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Change, listKeyOf, pathOf, type Resource } from '#core/resources/definition.ts'
import { call, LIST_RETRIES } from '#web/platform/api.ts'
import { invalidateResource } from './invalidateResource.ts'

export type AnyRecord = Readonly<Record<string, unknown>>

export interface RecordPage {
  rows: AnyRecord[]
  total: number
  /** There are more than were counted. */
  isMore: boolean
  /** The total is about right. */
  isEstimate: boolean
}

export type ListRequest = Readonly<Record<string, string>>

/** A page of a list; the page before stays until the next is there. */
export function useRecords(resource: Resource, asked: ListRequest, isWanted = true) {
  return useQuery({
    queryKey: [resource.name, 'list', asked],
    queryFn: async ({ signal }): Promise<RecordPage> => {
      const path = `${pathOf(resource)}?${new URLSearchParams(asked)}`
      const answer = await call<Record<string, any>>('GET', path, undefined, {
        signal,
        retries: LIST_RETRIES,
      })
      const { total_records: total, is_more, total_is_estimate } = answer['page']
      return {
        rows: answer[listKeyOf(resource)],
        total,
        isMore: is_more === true,
        isEstimate: total_is_estimate === 1,
      }
    },
    // Records that were read for other columns may lack what these show.
    placeholderData: (before, query) => (fieldsAsked(query) === asked['fields'] ? before : undefined),
    enabled: isWanted,
  })
}

function fieldsAsked(query: { queryKey: readonly unknown[] } | undefined): string | undefined {
  return (query?.queryKey[2] as ListRequest | undefined)?.['fields']
}

/** How many records match, counted however many they are: what is done with all of them must not act on an estimate. */
export function useCountExactly(resource: Resource) {
  return useMutation({
    mutationFn: async (asked: ListRequest): Promise<number> => {
      const exactly = new URLSearchParams({ ...asked, page_size: '1', count: 'exact' })
      const { page } = await call<{ page: { total_records: number } }>(
        'GET',
        `${pathOf(resource)}?${exactly}`,
      )
      return page.total_records
    },
  })
}

export function useRecord(resource: Resource, id: string | undefined) {
  return useQuery({
    queryKey: [resource.name, 'one', id],
    queryFn: async ({ signal }): Promise<AnyRecord> => {
      const answer = await call<Record<string, any>>('GET', `${pathOf(resource)}/${id}`, undefined, {
        signal,
      })
      return answer[resource.single]
    },
    enabled: id !== undefined,
  })
}

/** Without an id it creates, with one it changes. What is shown of the same kind is then read anew. */
export function useSaveRecord(resource: Resource, id: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (values: object): Promise<AnyRecord> => {
      const answer = await (id === undefined
        ? call<Record<string, any>>('POST', pathOf(resource), values)
        : call<Record<string, any>>('PATCH', `${pathOf(resource)}/${id}`, values))
      return { ...answer[resource.single], message: answer['message'], type: answer['type'] }
    },
    onSuccess: () => invalidateResource(client, resource),
  })
}

export function useRemoveRecord(resource: Resource, id: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (updated_at: string) =>
      call<{ undo_id: number | null }>(
        'DELETE',
        `${pathOf(resource)}/${id}?${new URLSearchParams({ if_updated_at: updated_at })}`,
      ),
    // The record itself is no longer there to be read.
    onSuccess: () => invalidateResource(client, resource, 'lists'),
    // The offer to take it back says it.
    meta: { tellsItself: true },
  })
}

export interface HistoryEntry {
  audit_id: number
  at: string
  action: string
  by: string | null
  on_behalf_of: string | null
  changes: Change[]
}

/** What happened to a record, newest first; the rest is asked for page by page. */
export function useHistory(resource: Resource, id: string) {
  return useInfiniteQuery({
    queryKey: [resource.name, 'history', id],
    queryFn: async ({ signal, pageParam }) =>
      call<{ audit_entries: HistoryEntry[]; next: number | null }>(
        'GET',
        `${pathOf(resource)}/${id}/history${pageParam === null ? '' : `?before=${pageParam}`}`,
        undefined,
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
}
