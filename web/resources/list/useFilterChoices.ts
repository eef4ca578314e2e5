import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useStatusLabel } from '#web/resources/kinds/useStatusLabel.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { targetOf } from '#web/resources/targetOf.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { Option } from '#web/resources/useOptions.ts'
import type { ListKind } from './listKind.ts'

export interface FilterChoices {
  label: string
  options: readonly Option[]
  /** Called with the typed text, if there are more than can be shown. */
  onSearchChange?: (search: string) => void
}

/** The filters of a list, in the order of its definition. */
export function filterNames(resource: Resource, kind: ListKind | undefined): string[] {
  return Object.keys(resource.filters).filter((name) => {
    const own = kind?.filters?.[name]
    return own ? !own.isFromLinkOnly : resource.fields[name] !== undefined
  })
}

/** The kind of record that a filter chooses among. */
export function filterTarget(
  resource: Resource,
  kind: ListKind | undefined,
  name: string,
): Resource | undefined {
  return kind?.filters?.[name]?.of ?? targetOf(resource.fields[name])
}

/** The choices of a filter as text; records are loaded on demand, `chosen` ones always. */
export function useFilterChoices(
  resource: Resource,
  kind: ListKind | undefined,
  name: string,
  chosen: readonly string[],
  isEnabled = true,
): FilterChoices {
  const { t } = useTranslation()
  const statusLabel = useStatusLabel(resource)
  const field = resource.fields[name]
  const own = kind?.filters?.[name]
  const target = filterTarget(resource, kind, name)
  const mayChoose = useMaySelect()
  const isOpen = target !== undefined && mayChoose(target, resource)
  const records = useChoices(target ?? resource, isEnabled && isOpen, chosen)
  const label = t(own?.text ?? `records.${resource.name}.fields.${name}`, { defaultValue: name })
  if (target) return { label, options: records.data, onSearchChange: records.onSearchChange }
  if (own?.values) return { label, options: own.values.map(({ value, text }) => ({ value, label: t(text) })) }
  const of = field && { resource, name, field, statusLabel }
  return { label, options: (of && webKindOf(of.field).filterChoices?.(of, t)) ?? [] }
}
