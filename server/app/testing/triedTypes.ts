import type { LoginType } from '#core/platform/loginTypes.ts'

/** Five login types that differ from one another: staff, a distributor, a customer, an account of a customer, a driver. */
const DAILY: readonly LoginType[] = ['administrator', 'distributor', 'customer', 'csr', 'driver']

/**
 * The login types over which the matrices of rights run. `npm test` tries five of them, what `npm run test:all` adds tries the
 * others (`TEST_SCOPE`), and a file that is run by itself tries all.
 */
export function triedTypes<T extends LoginType>(types: readonly T[]): T[] {
  const scope = process.env['TEST_SCOPE']
  if (!scope) return [...types]
  return types.filter((type) => DAILY.includes(type) === (scope === 'daily'))
}
