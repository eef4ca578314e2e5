import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactCalls } from '#core/domains/people/contactCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { recordsIn } from '#web/resources/recordIn.ts'
import type { ContactType } from './contactTypes.ts'

/** The contacts of a sort of an owner (`/people/5`, `/me`), the primary one first; none without an owner. */
export function useContacts({ resource, segment }: ContactType, owner: string | null) {
  return useQuery({
    queryKey: [resource.name, 'of', owner],
    queryFn: async ({ signal }) =>
      recordsIn(
        resource,
        await request<ContactCalls['listContacts']>('GET', `${owner}/${segment}`, { signal }),
      ),
    enabled: owner !== null,
  })
}

/** Refreshes views of contacts: their lists, and the people with these primary contacts. */
function useRefetch({ resource }: ContactType) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [resource.name] }),
      client.invalidateQueries({ queryKey: ['people', 'one'] }),
    ])
}

/** Changes the contact with this id; without an id adds one to the record. */
export function useSaveContact(sort: ContactType, owner: string, id: unknown) {
  return useMutation({
    mutationFn: (body: object) => {
      const path = `${owner}/${sort.segment}`
      return id === undefined
        ? request<ContactCalls['addContact']>('POST', path, { body })
        : request<ContactCalls['changeContact']>('PATCH', `${path}/:id`, { params: { id: Number(id) }, body })
    },
    onSuccess: useRefetch(sort),
  })
}

/** Deletes a contact; for the primary one among several, with the id of its replacement. */
export function useRemoveContact(sort: ContactType, owner: string) {
  return useMutation({
    mutationFn: ({ id, successor }: { id: unknown; successor: string | null }) =>
      successor === null
        ? request<ContactCalls['removeContact']>('DELETE', `${owner}/${sort.segment}/:id`, {
            params: { id: Number(id) },
          })
        : request<ContactCalls['removeForSuccessor']>(
            'DELETE',
            `${owner}/${sort.segment}/:id/:new_prime_id`,
            { params: { id: Number(id), new_prime_id: successor } },
          ),
    onSuccess: useRefetch(sort),
  })
}
