import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { call } from '#web/platform/api.ts'

export interface NamedRecord {
  id: number
  title: string
}

export interface UserAccount {
  account_id: number
  company_id: number
  company: string
  login_type_id: LoginType
  /** Also those that one may not see oneself; the names are in `devices` and `tags`. */
  limit_devices: number[]
  limit_tags: number[]
  devices: NamedRecord[]
  tags: NamedRecord[]
  is_home: 0 | 1
  updated_at: string
}

interface Limit {
  company_id: number
  if_updated_at: string
}

/** In which companies a user may do what. */
export function useAccounts(userId: string) {
  return useQuery({
    queryKey: ['users', 'accounts', userId],
    queryFn: async ({ signal }) =>
      (await call<{ accounts: UserAccount[] }>('GET', `/users/${userId}/accounts`, undefined, { signal }))
        .accounts,
  })
}

/** Giving, taking and limiting accounts of a user. */
export function useAccountChanges(userId: string) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['users'] })
  const assign = useMutation({
    mutationFn: ({ company_id, login_type_id }: { company_id: number; login_type_id: LoginType }) =>
      call('POST', `/companies/${company_id}/users`, { user_id: Number(userId), login_type_id }),
    onSuccess,
  })
  const unassign = useMutation({
    mutationFn: (company_id: number) => call('DELETE', `/companies/${company_id}/users/${userId}`),
    onSuccess,
  })
  const limitDevices = useMutation({
    mutationFn: ({ company_id, ...limit }: Limit & { devices: number[] }) =>
      call<{ account: UserAccount }>('POST', `/users/${userId}/company/${company_id}/limit_devices`, limit),
    onSettled: onSuccess,
    // The second of the two says that all is saved; a refusal is told.
    meta: { tellsItself: true },
  })
  const limitTags = useMutation({
    mutationFn: ({ company_id, ...limit }: Limit & { tags: number[] }) =>
      call('PATCH', `/users/${userId}/company/${company_id}/tags`, limit),
    onSettled: onSuccess,
  })
  return { assign, unassign, limitDevices, limitTags }
}
