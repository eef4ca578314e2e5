import type { Mover } from '#core/resources/statuses/judgeStep.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'

/** The user as the mover of status steps. */
export function useMover(): Mover {
  const { login_type_id, only_buys } = useUser()
  return { loginType: login_type_id, onlyBuys: only_buys, may: useMay() }
}
