/** The ways to sign in. All of them result in the same kind of session. */
export const SIGN_IN_METHODS = [
  'password',
  'passkey',
  'rfid',
  'qr',
  'invitation',
  'sign_up',
  'single_sign_on',
] as const

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Why a sign-in failed: for staff, never for the person who tried. */
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
  'single_sign_on_only',
  'unknown_domain',
  'provider_failed',
  'email_not_verified',
  'no_account',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]
