import { useQuery } from '@tanstack/react-query'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import { call } from '#web/platform/api.ts'

interface UserBadges {
  badges: Record<BadgeKind, { issued_at: string } | null>
  /** Whether one may change this user and how he signs in: nobody does it to who may do more. */
  may_change: boolean
}

export const badgesKey = (userId: string) => ['users', 'badges', userId]

/** The badges of a user, for who may change users. */
export function useBadges(userId: string, isAsked = true) {
  return useQuery({
    queryKey: badgesKey(userId),
    queryFn: ({ signal }) => call<UserBadges>('GET', `/users/${userId}/badges`, undefined, { signal }),
    enabled: isAsked,
  })
}
