import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'

/**
 * Whether a user with a permission sees the dispatcher's actions: users who look after devices answer alerts, and tag and
 * label devices; their customers do not.
 */
export function useMayLookAfter(): (permission: Permission) => boolean {
  const may = useMay()
  const { login_type_id } = useUser()
  return (permission) => may(permission) && !isCustomer(login_type_id)
}
