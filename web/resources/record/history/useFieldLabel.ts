import type { Resource } from '#core/resources/definition.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** The labels of the items of a history: fields of its kind, and other recorded items. */
export function useFieldLabel(resource: Resource | undefined): (field: string) => string {
  const { t, i18n } = useTranslation()
  return (field) => {
    if (resource?.fields[field]) return t(`records.${resource.name}.fields.${field}`)
    if (field === 'details' && resource?.details) return t(`records.${resource.details.name}.label`)
    const own = `resources.change_fields.${field}`
    if (i18n.exists(own)) return t(own)
    const target = registeredKinds().find(({ id, within }) => id === field && !within)
    return target ? t(`records.${target.name}.single`) : field
  }
}
