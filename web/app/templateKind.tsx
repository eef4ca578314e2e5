import { useTranslation } from 'react-i18next'
import { PERMISSIONS } from '#core/platform/modules.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'

function Count({ record }: { record: { permissions: readonly string[] } }) {
  const { t } = useTranslation()
  return <>{t('security.permissions.count', { count: record.permissions.length, all: PERMISSIONS.length })}</>
}

/** The templates of all login types: how much each may do. */
export const templateKind: ListKind = {
  columns: { permissions: { text: 'records.permission_templates.fields.permissions', Cell: Count } },
}
