import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactCalls } from '#core/domains/people/contactCalls.ts'
import { request } from '#web/platform/request.ts'
import { recordsIn } from '#web/resources/recordIn.ts'
import type { ContactType } from './contactTypes.ts'

/** The contacts of a sort that hang from a record (`/people/5`, `/me`), the primary one first; none as long as there is none. */
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
    mutationFn: (body: object) => {
      const path = `${owner}/${sort.segment}`
      return id === undefined
        ? request<ContactCalls['addContact']>('POST', path, { body })
        : request<ContactCalls['changeContact']>('PATCH', `${path}/:id`, { params: { id: Number(id) }, body })
    },
    onSuccess: useReadAnew(sort),
  })
}

/** Deletes a contact; the primary one of several with the id of the one that becomes primary. */
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
    onSuccess: useReadAnew(sort),
  })
}
