import type { LoginType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from './session/currentUser.ts'

/** First screens of login types that do not start at the dashboard. */
const HOMES: Readonly<Partial<Record<LoginType, string>>> = {
  driver: '/my-day',
  dispatcher: '/dispatch',
  customer: '/home',
  customer_readonly: '/home',
}

/** The first screen of a user: the chosen one, else their login type's. */
export function firstScreenOf(user: Pick<CurrentUser, 'default_route' | 'login_type_id'> | null): string {
  const chosen = user?.default_route?.replace(/^\/+/, '')
  if (chosen) return `/${chosen}`
  return (user && HOMES[user.login_type_id]) ?? '/dashboard'
}
