import { isStaff } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useUser } from '#web/platform/session.tsx'
import { isOwnUnitSystem } from './isOwnUnitSystem.ts'

/** Tells of a field whether the user reads it: of two unit systems his own, and nothing that is the business's own. */
export function useIsRead({ fields }: Resource): (name: string) => boolean {
  const { unit_of_measure, login_type_id } = useUser()
  return (name) =>
    isOwnUnitSystem(name, unit_of_measure) && (!fields[name]?.staffOnly || isStaff(login_type_id))
}
