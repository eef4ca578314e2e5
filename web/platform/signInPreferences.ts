import { useSyncExternalStore } from 'react'
import type { TextLanguage } from '#core/platform/locales.ts'
import { call } from './api.ts'
import type { CurrentUser } from './currentUser.ts'

/** What somebody has chosen at the door, before it was known who it is. */
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

/** @param chosen the new choices; one that is undefined is left to the account again. */
export function setSignInPreferences(chosen: SignInPreferences): void {
  choices = { ...choices, ...chosen }
  listeners.forEach((listener) => void listener())
}

/**
 * What was chosen at the door becomes the account's own as soon as it is known whose that is; an account for which
 * nothing was chosen keeps what it had.
 * @returns the user as he is from then on. A refusal leaves him as he was: it is no reason to stay outside.
 */
export async function applySignInPreferences(user: CurrentUser): Promise<CurrentUser> {
  const differing = Object.entries(choices).filter(
    ([name, value]) => value !== undefined && user[name as keyof SignInPreferences] !== value,
  )
  choices = {}
  if (differing.length === 0) return user
  return call<{ user: CurrentUser }>('PATCH', '/me', Object.fromEntries(differing)).then(
    (answer) => answer.user,
    () => user,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
