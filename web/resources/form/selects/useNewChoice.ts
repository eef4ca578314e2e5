import { useContext } from 'react'
import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { newKindOf } from '#web/resources/kind.ts'
import { MakingRecords } from './makingRecords.ts'
import type { NewChoice } from './SelectInput.tsx'

/**
 * The choice that creates a record of a kind, for users who may: its form opens with the typed text filled in, and the new
 * record is chosen.
 * @param company_id its company, if known.
 */
export function useNewChoice(
  to: Resource,
  { company_id, set }: { company_id?: unknown; set: (id: number) => void },
): NewChoice | undefined {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const make = useContext(MakingRecords)
  const kind = newKindOf(to)
  if (!make || !kind || !hasCall(kind, 'create')) return undefined
  if (!kind.loginTypes.includes(login_type_id) || !may(permissionFor(kind, 'create'))) return undefined
  const name = kind.naming.knownAs ?? kind.title
  return {
    label: t('resources.new_choice', { single: t(`records.${kind.name}.single`).toLowerCase() }),
    onChoose: (typed) =>
      make({
        resource: kind,
        preset: {
          ...(typed && !kind.fields[name]?.computed && { [name]: typed }),
          ...(company_id && kind.id !== 'company_id' && kind.fields.company_id ? { company_id } : {}),
        },
        onMade: (record) => set(Number(record[to.id])),
      }),
  }
}
