import { useQuery } from '@tanstack/react-query'
import type { readBadges } from '#core/domains/access/badgeCalls.ts'
import { reading } from '#web/platform/calls/request.ts'

export const badgesKey = (userId: string) => ['users', 'badges', userId]

/** The badges of a user, for users who may change users. */
export function useBadges(userId: string, isEnabled = true) {
  return useQuery({
    queryKey: badgesKey(userId),
    queryFn: reading<typeof readBadges>('/users/:user_id/badges', { params: { user_id: userId } }),
    enabled: isEnabled,
  })
}
