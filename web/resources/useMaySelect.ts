import { permissionFor, type Resource } from '#core/resources/definition.ts'
import { isSelectableByAll, mayWrite } from '#core/resources/selection.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'

/**
 * Whether the user may choose among the records of a kind for a reference of another kind: if they may read them, or write the
 * records that refer to them. The lists of the configuration are open to everyone.
 */
export function useMaySelect(): (target: Resource, resource: Resource) => boolean {
  const may = useMay()
  const { login_type_id: loginType } = useUser()
  return (target, resource) => {
    // Records of an owner are written by users who may change the owner.
    if (target.visibility.isOpen || target.scope === 'object' || resource.scope === 'object') return true
    if (isSelectableByAll(target)) return true
    if (target.loginTypes.includes(loginType) && may(permissionFor(target, 'read'))) return true
    return mayWrite({ loginType, may }, resource)
  }
}
