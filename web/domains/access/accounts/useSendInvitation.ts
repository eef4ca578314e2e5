import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { invite } from '#core/domains/access/invitationCalls.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { request } from '#web/platform/calls/request.ts'

export const INVITATIONS = ['people', 'invite'] as const
export const invitationKey = (people_id: number) => [...INVITATIONS, people_id] as const

/** Sends a person an invitation to sign in as a login type. An earlier link stops working. */
export function useSendInvitation(people_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (login_type_id: LoginType) =>
      (
        await request<typeof invite>('POST', '/people/:people_id/invite', {
          params: { people_id },
          body: { login_type_id },
        })
      ).invite,
    onSettled: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  })
}
