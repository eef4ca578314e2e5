import type { Mover } from '#core/resources/judgeStep.ts'
import { useMay, useUser } from '#web/platform/session.tsx'

/** The user as what takes steps with records. */
export function useMover(): Mover {
  const { login_type_id } = useUser()
  return { loginType: login_type_id, may: useMay() }
}
