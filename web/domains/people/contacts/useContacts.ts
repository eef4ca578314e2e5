import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import type { ContactType } from './contactTypes.ts'

/** The contacts of a sort that hang from a record (`/people/5`, `/me`), the primary one first; none as long as there is none. */
export function useContacts({ resource, segment }: ContactType, owner: string | null) {
  return useQuery({
    queryKey: [resource.name, 'of', owner],
    queryFn: async ({ signal }) =>
      (await call<Record<string, AnyRecord[]>>('GET', `${owner}/${segment}`, undefined, { signal }))[
        resource.name
      ]!,
    enabled: owner !== null,
  })
}

/** Whatever shows contacts is read anew: lists of them, and the people whose main ones they are. */
function useReadAnew({ resource }: ContactType) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [resource.name] }),
      client.invalidateQueries({ queryKey: ['people', 'one'] }),
    ])
}

/** Without an id it adds a contact to the record, with one it changes that one. */
export function useSaveContact(sort: ContactType, owner: string, id: unknown) {
  return useMutation({
    mutationFn: (values: object) => {
      const path = `${owner}/${sort.segment}`
      return call<Record<string, AnyRecord>>(
        id === undefined ? 'POST' : 'PATCH',
        id === undefined ? path : `${path}/${id}`,
        values,
      )
    },
    onSuccess: useReadAnew(sort),
  })
}

/** Deletes a contact; the primary one of several with the id of the one that becomes primary. */
export function useRemoveContact(sort: ContactType, owner: string) {
  return useMutation({
    mutationFn: ({ id, successor }: { id: unknown; successor: string | null }) =>
      call('DELETE', `${owner}/${sort.segment}/${id}${successor === null ? '' : `/${successor}`}`),
    onSuccess: useReadAnew(sort),
  })
}
