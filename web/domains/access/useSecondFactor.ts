import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'

export interface Passkey {
  passkey_id: number
  name: string
  created_at: string
  last_used_at: string | null
}

export interface SecondFactor {
  totp_since: string | null
  passkeys: Passkey[]
  recovery_codes_left: number
}

/** What one has set up oneself; `again` after a change. */
export function useSecondFactor() {
  const client = useQueryClient()
  const queryKey = ['me', 'second_factor']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call<{ second_factor: SecondFactor }>('GET', '/me/second_factor', undefined, { signal }))
        .second_factor,
  })
  return { ...query, again: () => client.invalidateQueries({ queryKey }) }
}
