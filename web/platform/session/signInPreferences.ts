import { useSyncExternalStore } from 'react'
import type { TextLanguage } from '#core/platform/texts/locales.ts'
import { call } from '../calls/api.ts'
import type { CurrentUser } from './currentUser.ts'

/** Choices on the sign-in page, before the user is known. */
export interface SignInPreferences {
  language?: TextLanguage
  /** 1 imperial, 2 metric. */
  unit_of_measure?: 1 | 2
}

let choices: SignInPreferences = {}
const listeners = new Set<() => void>()

export function useSignInPreferences(): SignInPreferences {
  return useSyncExternalStore(subscribe, () => choices)
}

/** @param chosen the new choices; undefined leaves one to the account. */
export function setSignInPreferences(chosen: SignInPreferences): void {
  choices = { ...choices, ...chosen }
  listeners.forEach((listener) => void listener())
}

/**
 * Saves the choices of the sign-in page to the account once the user is known; accounts keep their other settings.
 * @returns the updated user. A refusal does not change the user and does not prevent the sign-in.
 */
export async function applySignInPreferences(user: CurrentUser): Promise<CurrentUser> {
  const { language, unit_of_measure } = choices
  const changes: SignInPreferences = {
    ...(language !== undefined && language !== user.language && { language }),
    ...(unit_of_measure !== undefined && unit_of_measure !== user.unit_of_measure && { unit_of_measure }),
  }
  choices = {}
  if (Object.keys(changes).length === 0) return user
  return call<{ user: CurrentUser }>('PATCH', '/me', changes).then(
    (response) => response.user,
    () => user,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
