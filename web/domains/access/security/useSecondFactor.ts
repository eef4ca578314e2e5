import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { readSecondFactor } from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'

export type SecondFactor = AnswerOf<typeof readSecondFactor>['second_factor']
export type Passkey = SecondFactor['passkeys'][number]

/** The user's own second factors; call `again` after a change. */
export function useSecondFactor() {
  const client = useQueryClient()
  const queryKey = ['me', 'second_factor']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request<typeof readSecondFactor>('GET', '/me/second_factor', { signal })).second_factor,
  })
  return { ...query, again: () => client.invalidateQueries({ queryKey }) }
}
