import { useTranslation } from 'react-i18next'
import type { SecretField } from '#core/resources/kinds/secret.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const secret: WebKind<SecretField> = {
  Cell: PlainCell,
  Change: SecretChange,
}

function SecretChange() {
  const { t } = useTranslation()
  return <span>{t('resources.secret')}</span>
}
