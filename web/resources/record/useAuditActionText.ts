import { useTranslation } from 'react-i18next'

/** What an entry of the history says was done, in words. */
export function useAuditActionText(): (action: string) => string {
  const { t, i18n } = useTranslation()
  return (action) => {
    const key = `resources.actions.${action}`
    return i18n.exists(key) ? t(key) : action
  }
}
