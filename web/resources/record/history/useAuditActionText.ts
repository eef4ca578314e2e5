import { useTranslation } from '#web/platform/useTranslation.ts'

/** The action of a history entry as text. */
export function useAuditActionText(): (action: string) => string {
  const { t, i18n } = useTranslation()
  return (action) => {
    const key = `resources.actions.${action}`
    return i18n.exists(key) ? t(key) : action
  }
}
