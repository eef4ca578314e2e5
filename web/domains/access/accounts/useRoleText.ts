import { MODULES, type Module } from '#core/platform/modules.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Held by everyone, so naming it says nothing about a role. */
const OMITTED: readonly string[] = ['dashboard_widgets', 'help_articles']

/** Describes in a sentence or two what these permissions allow. */
export function useRoleText(): (permissions: readonly string[]) => string {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (permissions) => {
    const { changes, sees } = areasOf(permissions)
    const named = (modules: readonly Module[]) =>
      list.format(modules.map((module) => t(`modules.${module}`).toLocaleLowerCase(i18n.language)))
    return [
      changes.length > 0 && t('security.invite.role_changes', { what: named(changes) }),
      sees.length > 0 && t('security.invite.role_sees', { what: named(sees) }),
    ]
      .filter(Boolean)
      .join(' ')
  }
}

/** The areas that can be changed, and the areas that can only be seen. */
function areasOf(permissions: readonly string[]): Record<'changes' | 'sees', Module[]> {
  const held = new Set(permissions)
  const areas = MODULES.filter((module) => !OMITTED.includes(module))
  const changes = areas.filter((module) =>
    ['create', 'update', 'delete'].some((action) => held.has(`${module}.${action}`)),
  )
  const sees = areas.filter((module) => held.has(`${module}.read`) && !changes.includes(module))
  return { changes, sees }
}
