import type { CurrentUser } from '#core/platform/currentUser.ts'

export type { CurrentUser } from '#core/platform/currentUser.ts'

/** Caches the signed-in user until the server has sent it again. */
export const USER_STORAGE_KEY = 'ullage.user'

export function storedUser(): CurrentUser | null {
  try {
    return JSON.parse(localStorage.getItem(USER_STORAGE_KEY) ?? 'null')
  } catch {
    return null
  }
}
