import { z } from 'zod'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** The name that a user signs in with. */
export interface UsernameField extends TextLength {
  kind: 'username'
}

export const username: CoreKind<UsernameField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isUsername, { error: 'username' }),
}

/** Letters, digits, @, - and . only; with an @ or a dot it must be a valid e-mail address. */
export function isUsername(value: string): boolean {
  if (!/^[A-Za-z0-9@.-]{8,100}$/.test(value)) return false
  return !/[@.]/.test(value) || z.email().safeParse(value).success
}
