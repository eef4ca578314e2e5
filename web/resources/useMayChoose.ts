import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import { useMay, useUser } from '#web/platform/session.tsx'

/**
 * Tells whether the user may choose among the records of a kind where a record of another kind names one: as who may
 * read them, or who writes what names them. The lists of the configuration are open to everybody.
 */
export function useMayChoose(): (target: Resource, resource: Resource) => boolean {
  const may = useMay()
  const { login_type_id } = useUser()
  const writes = (kind: Resource) =>
    (['create', 'update'] as const).some(
      (action) => hasCall(kind, action) && may(permissionFor(kind, action)),
    )
  return (target, resource) => {
    // What hangs from other records is written by who may write those.
    if (target.isOpen || target.scope === 'object' || resource.scope === 'object') return true
    if (target.scope === 'shared' && target.module === 'configuration' && !target.writeModule) return true
    if (target.loginTypes.includes(login_type_id) && may(permissionFor(target, 'read'))) return true
    return resource.loginTypes.includes(login_type_id) && writes(resource)
  }
}
