import { isStaff } from '#core/platform/loginTypes.ts'
import { unitSystemOf } from '#core/platform/quantities.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isOfUnitSystem } from '#core/resources/isOfUnitSystem.ts'
import { useUser } from '#web/platform/session.tsx'

/** Tells of a field whether the user reads it: of two unit systems his own, and nothing that is the business's own. */
export function useIsFieldShown({ fields }: Resource): (name: string) => boolean {
  const { unit_of_measure, login_type_id } = useUser()
  const units = unitSystemOf(unit_of_measure)
  return (name) => isOfUnitSystem(fields[name], units) && (!fields[name]?.staffOnly || isStaff(login_type_id))
}
