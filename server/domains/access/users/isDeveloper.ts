import type { Actor } from '#server/platform/context.ts'

/** The specification gives the developer's view to these two users, in addition to the login type. */
const DEVELOPER_USERS = [1, 10]

/** Whether an actor has the developer's view. */
export function isDeveloper({ loginType, user_id }: Pick<Actor, 'loginType' | 'user_id'>): boolean {
  return loginType === 'developer' || DEVELOPER_USERS.includes(user_id ?? 0)
}
