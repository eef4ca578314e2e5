import { type Issue, issueIf } from '#core/platform/issue.ts'

/**
 * The password rule of the specification: 8 to 16 characters, with a capital letter, a lowercase letter, a digit and one of
 * !@#$%^&*, and no other characters. Other characters are named.
 */
export function passwordIssues(password: unknown, field = 'password'): Issue[] {
  if (typeof password !== 'string' || password === '') return [{ field, rule: 'password_required' }]
  if (password.length < 8) return [{ field, rule: 'password_short' }]
  if (password.length > 16) return [{ field, rule: 'password_long' }]
  const complete =
    /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password) && /[!@#$%^&*]/.test(password)
  const others = [...new Set(password.match(/[^A-Za-z\d!@#$%^&*]/gu))]
  return [
    ...issueIf(!complete, { field, rule: 'password_classes' }),
    ...issueIf(others.length > 0, {
      ...{ field, rule: 'password_characters' },
      params: { characters: others.map((other) => (other === ' ' ? '␣' : other)).join(' ') },
    }),
  ]
}
