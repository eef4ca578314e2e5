import { isStaff } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useUser } from '#web/platform/session.tsx'
import { isInUserUnitSystem } from './isInUserUnitSystem.ts'

/** Tells of a field whether the user reads it: of two unit systems his own, and nothing that is the business's own. */
export function useIsFieldShown({ fields }: Resource): (name: string) => boolean {
  const { unit_of_measure, login_type_id } = useUser()
  return (name) =>
    isInUserUnitSystem(name, unit_of_measure) && (!fields[name]?.staffOnly || isStaff(login_type_id))
}
