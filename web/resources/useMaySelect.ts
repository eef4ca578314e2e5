import { permissionFor, type Resource } from '#core/resources/definition.ts'
import { isSelectableByAll, mayWrite } from '#core/resources/selection.ts'
import { useMay, useUser } from '#web/platform/session.tsx'

/**
 * Tells whether the user may choose among the records of a kind where a record of another kind names one: as who may
 * read them, or who writes what names them. The lists of the configuration are open to everybody.
 */
export function useMaySelect(): (target: Resource, resource: Resource) => boolean {
  const may = useMay()
  const { login_type_id: loginType } = useUser()
  return (target, resource) => {
    // What hangs from other records is written by who may write those.
    if (target.isOpen || target.scope === 'object' || resource.scope === 'object') return true
    if (isSelectableByAll(target)) return true
    if (target.loginTypes.includes(loginType) && may(permissionFor(target, 'read'))) return true
    return mayWrite({ loginType, may }, resource)
  }
}
