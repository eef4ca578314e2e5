import { unitSystemOf } from '#core/platform/numbers/units.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import { isReadBy } from '#core/resources/fields/isReadBy.ts'
import { useUser } from '#web/platform/session/session.tsx'

/** Whether the user reads a field: of two unit systems only their own, and no fields reserved for others. */
export function useIsFieldShown(resource: Resource): (name: string) => boolean {
  const { unit_of_measure, login_type_id, only_buys, permissions } = useUser()
  const units = unitSystemOf(unit_of_measure)
  const reader = { loginType: login_type_id, onlyBuys: only_buys, permissions: new Set(permissions) }
  return (name) => isOfUnitSystem(resource.fields[name], units) && isReadBy(reader, resource, name)
}
