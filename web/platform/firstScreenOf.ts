import type { LoginType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from './currentUser.ts'

/** Where those begin who have chosen nothing, if not with the dashboard. */
const HOMES: Readonly<Partial<Record<LoginType, string>>> = {
  driver: '/my-day',
  dispatcher: '/dispatch',
  customer: '/home',
  customer_readonly: '/home',
}

/** The address that a user begins at: the one they have chosen, else that of their login type. */
export function firstScreenOf(user: Pick<CurrentUser, 'default_route' | 'login_type_id'> | null): string {
  if (user?.default_route) return `/${user.default_route.replace(/^\/+/, '')}`
  return (user && HOMES[user.login_type_id]) ?? '/dashboard'
}
