import type { CurrentUser } from '#core/platform/currentUser.ts'

export type { CurrentUser } from '#core/platform/currentUser.ts'

/** Where this browser keeps who is signed in, for the time until the server has told it anew. */
export const USER_STORAGE_KEY = 'ullage.user'

export function storedUser(): CurrentUser | null {
  try {
    return JSON.parse(localStorage.getItem(USER_STORAGE_KEY) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}
