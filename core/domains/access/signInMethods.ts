/** The ways to sign in. All of them end in the same session. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'rfid', 'qr', 'invitation', 'sign_up'] as const

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Why somebody did not get in: for staff, never for who tried. */
export const REFUSAL_REASONS = [
  'unknown_name',
  'wrong_password',
  'unknown_badge',
  'badge_taken',
  'unknown_passkey',
  'wrong_code',
  'deactivated',
  'not_approved',
  'network',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]
