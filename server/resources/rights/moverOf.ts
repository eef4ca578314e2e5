import type { Mover } from '#core/resources/statuses/judgeStep.ts'
import type { Actor } from '#server/platform/context.ts'

/** The actor for judging steps; the product itself may take every step. */
export function moverOf({ loginType, onlyBuys, permissions, user_id }: Actor): Mover {
  return { loginType, onlyBuys, may: (permission) => user_id === null || permissions.has(permission) }
}
