import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { onePathOf, pathOf, type Resource } from '#core/resources/definition.ts'
import { LIST_RETRIES } from '#web/platform/calls/api.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { invalidateResource } from './invalidateResource.ts'
import { type AnyRecord, recordIn, recordsIn, type ShownRecord } from './recordIn.ts'

export type { AnyRecord } from './recordIn.ts'

type Calls = StandardCalls<Resource>

export interface RecordPage<R extends Resource = Resource> {
  rows: ShownRecord<R>[]
  total: number
  /** There are more than were counted. */
  isMore: boolean
  /** The total is approximate. */
  isEstimate: boolean
}

export interface ListRequest {
  readonly [parameter: string]: string
}

/** A page of a list; the previous page stays until the next has loaded. */
export function useRecords<R extends Resource>(resource: R, listQuery: ListRequest, isEnabled = true) {
  return useQuery({
    queryKey: [resource.name, 'list', listQuery] as const,
    queryFn: async ({ signal }): Promise<RecordPage<R>> => {
      const response = await request<Calls['list']>('GET', pathOf(resource), {
        query: listQuery,
        signal,
        retries: LIST_RETRIES,
      })
      const { total_records: total = 0, is_more, total_is_estimate } = response.page ?? {}
      return {
        rows: recordsIn(resource, response),
        total,
        isMore: is_more === true,
        isEstimate: total_is_estimate === 1,
      }
    },
    // Records read for other columns may lack fields of these.
    placeholderData: (before, query) => (query?.queryKey[2].fields === listQuery.fields ? before : undefined),
    enabled: isEnabled,
  })
}

/** The exact number of matching records: an action on all of them must not rely on an estimate. */
export function useCountExactly(resource: Resource) {
  return useMutation({
    mutationFn: async (listQuery: ListRequest): Promise<number> => {
      const query = { ...listQuery, page_size: '1', count: 'exact' }
      const { page } = await request<Calls['list']>('GET', pathOf(resource), { query })
      return page?.total_records ?? 0
    },
  })
}

export function useRecord(resource: Resource, id: string | undefined) {
  return useQuery({
    queryKey: [resource.name, 'one', id],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }): Promise<AnyRecord> => {
            const response = await request<Calls['read']>('GET', onePathOf(resource), {
              params: { [resource.id]: id },
              signal,
            })
            return recordIn(resource, response)
          },
  })
}

/** Changes the record with this id; without an id creates one. Queries of the same kind are then refetched. */
export function useSaveRecord(resource: Resource, id: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (values: object): Promise<AnyRecord> => {
      const response = await (id === undefined
        ? request<Calls['create']>('POST', pathOf(resource), { body: values })
        : request<Calls['update']>('PATCH', onePathOf(resource), {
            params: { [resource.id]: id },
            body: values,
          }))
      const { message, type, duration } = response
      return { ...recordIn(resource, response), message, type, duration }
    },
    onSuccess: () => invalidateResource(client, resource),
  })
}

export function useRemoveRecord(resource: Resource, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (updated_at: string) =>
      request<Calls['remove']>('DELETE', onePathOf(resource), {
        params: { [resource.id]: id },
        query: { if_updated_at: updated_at },
      }),
    // The record itself no longer exists.
    onSuccess: () => invalidateResource(client, resource, 'lists'),
    // The undo toast reports it.
    meta: { hasOwnMessage: true },
  })
}

export type HistoryEntry = ResponseOf<Calls['listHistory']>['audit_entries'][number]

/** The history of a record, newest first, loaded page by page. */
export function useHistory(resource: Resource, id: string) {
  return useInfiniteQuery({
    queryKey: [resource.name, 'history', id],
    queryFn: async ({ signal, pageParam }) =>
      request<Calls['listHistory']>('GET', `${onePathOf(resource)}/history`, {
        params: { [resource.id]: id },
        query: { before: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
}

/** One history entry with its values whole, loaded on demand. */
export function useHistoryEntry(resource: Resource, id: string, audit_id: number, isEnabled: boolean) {
  return useQuery({
    queryKey: [resource.name, 'history', id, audit_id],
    queryFn: reading<Calls['readHistoryEntry']>(`${onePathOf(resource)}/history/:entry_id`, {
      params: { [resource.id]: id, entry_id: audit_id },
    }),
    select: ({ audit_entry }) => audit_entry,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
