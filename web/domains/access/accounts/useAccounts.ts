import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  limitAccountToDevices,
  limitAccountToTags,
  listAccounts,
} from '#core/domains/access/accountCalls.ts'
import type { assignUser, unassignUser } from '#core/domains/companies/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { reading, request } from '#web/platform/calls/request.ts'

export type UserAccount = ResponseOf<typeof listAccounts>['accounts'][number]
export type NamedRecord = UserAccount['devices'][number]

interface Limit {
  company_id: number
  if_updated_at: string
}

/** The accounts of a user. */
export function useAccounts(userId: string) {
  return useQuery({
    queryKey: ['users', 'accounts', userId],
    queryFn: reading<typeof listAccounts>('/users/:user_id/accounts', { params: { user_id: userId } }),
    select: ({ accounts }) => accounts,
  })
}

/** Assigns, removes and limits accounts of a user. */
export function useAccountChanges(userId: string) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['users'] })
  const assign = useMutation({
    mutationFn: ({ company_id, login_type_id }: { company_id: number; login_type_id: LoginType }) =>
      request<typeof assignUser>('POST', '/companies/:company_id/users', {
        params: { company_id },
        body: { user_id: Number(userId), login_type_id },
      }),
    onSuccess,
  })
  const unassign = useMutation({
    mutationFn: (company_id: number) =>
      request<typeof unassignUser>('DELETE', '/companies/:company_id/users/:user_id', {
        params: { company_id, user_id: userId },
      }),
    onSuccess,
  })
  const limitDevices = useMutation({
    mutationFn: ({ company_id, ...limit }: Limit & { devices: number[] }) =>
      request<typeof limitAccountToDevices>('POST', '/users/:user_id/company/:company_id/limit_devices', {
        params: { user_id: userId, company_id },
        body: limit,
      }),
    onSettled: onSuccess,
    // The second of the two calls reports success; refusals are shown by each.
    meta: { hasOwnMessage: true },
  })
  const limitTags = useMutation({
    mutationFn: ({ company_id, ...limit }: Limit & { tags: number[] }) =>
      request<typeof limitAccountToTags>('PATCH', '/users/:user_id/company/:company_id/tags', {
        params: { user_id: userId, company_id },
        body: limit,
      }),
    onSettled: onSuccess,
  })
  return { assign, unassign, limitDevices, limitTags }
}
