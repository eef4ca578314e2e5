import type { Resource } from '#core/resources/definition.ts'
import { readableFields } from '#core/resources/fields/readableFields.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { usePersistedState } from '#web/platform/usePersistedState.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { useIsFieldShown } from '#web/resources/useIsFieldShown.ts'
import type { ListKind } from './listKind.ts'

export const DENSITIES = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof DENSITIES)[number]

export interface ListAppearance {
  /** The visible columns, in order. */
  columns: readonly string[]
  /** The reader chose the columns. */
  isChosen: boolean
  /** All possible columns. */
  candidates: readonly string[]
  widths: Readonly<Record<string, number>>
  density: Density
  setColumns: (columns: readonly string[]) => void
  setWidth: (column: string, width: number) => void
  setDensity: (density: Density) => void
  /** Applies the appearance of a saved view. */
  set: (appearance: Pick<ListAppearance, 'columns' | 'widths' | 'density'>) => void
  reset: () => void
}

interface StoredAppearance {
  columns?: readonly string[]
  widths?: Record<string, number>
}

/** This user's preferences for this list in this browser. */
export function useListAppearance(resource: Resource, kind: ListKind | undefined): ListAppearance {
  const isRead = useIsFieldShown(resource)
  const [stored, setStored] = usePersistedState<StoredAppearance>(`${resource.name}.look`, {})
  const [density, setDensity] = usePersistedState<Density>('density', 'normal')
  const fields = readableFields(resource)
    .filter(([, field]) => !webKindOf(field).hasNoColumn)
    .map(([name]) => name)
  const reader = { may: useMay(), loginType: useUser().login_type_id }
  const isForReader = (name: string) =>
    (!(name in resource.fields) || isRead(name)) && (kind?.columns?.[name]?.isFor?.(reader) ?? true)
  const candidates = [...new Set([...Object.keys(kind?.columns ?? {}), ...fields])].filter(isForReader)
  const added = resource.list.filter((name) => resource.fields[name]?.isUserDefined)
  const standard = (kind?.standard ? [...kind.standard, ...added] : resource.list).filter(isForReader)
  const chosen = (stored.columns ?? standard).filter((name) => candidates.includes(name))
  return {
    columns: chosen.length > 0 ? chosen : standard,
    isChosen: stored.columns !== undefined,
    candidates,
    widths: stored.widths ?? {},
    density,
    setColumns: (columns) => setStored({ ...stored, columns }),
    setWidth: (column, width) => setStored({ ...stored, widths: { ...stored.widths, [column]: width } }),
    setDensity,
    set: (appearance) => {
      setStored({ columns: appearance.columns, widths: { ...appearance.widths } })
      setDensity(appearance.density)
    },
    reset: () => setStored({}),
  }
}
