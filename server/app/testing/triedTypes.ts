import type { LoginType } from '#core/platform/loginTypes.ts'
import { inTurn } from '../../../scripts/turns.mjs'

/** Five login types that differ from one another: staff, a distributor, a customer, an account of a customer, a driver. */
const DAILY: readonly LoginType[] = ['administrator', 'distributor', 'customer', 'csr', 'driver']

/**
 * The login types that a matrix of permissions covers: five of them in `npm test`, the others in `npm run test:all` (`TEST_SCOPE`), and all
 * for a file run on its own.
 */
export function triedTypes<T extends LoginType>(types: readonly T[]): T[] {
  const scope = process.env['TEST_SCOPE']
  if (!scope) return [...types]
  return types.filter((type) => DAILY.includes(type) === (scope === 'daily'))
}

/** The login types that a matrix of records covers: the five, and in CI the others in turns (`scripts/turns.mjs`). */
export function typesInTurn<T extends LoginType>(types: readonly T[]): T[] {
  const others = inTurn(types.filter((type) => !DAILY.includes(type)))
  return types.filter((type) => DAILY.includes(type) || others.includes(type))
}

/** Whether `npm test` has tested already what has the same login types everywhere. */
export const isTestedDaily = process.env['TEST_SCOPE'] === 'added'
