import { Badge } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FlagField } from '#core/resources/kinds/flag.ts'
import type { CellProps, WebKind } from './webKind.ts'

export const flag: WebKind<FlagField> = {
  Cell: FlagCell,
  Change: FlagChange,
  empty: 0,
  filterChoices: (_, t) => [
    { value: '1', label: t('yes') },
    { value: '0', label: t('no') },
  ],
}

function FlagCell({ resource, name, field, value }: CellProps<FlagField>) {
  const { t } = useTranslation()
  if (field.past) {
    const label = t(`records.${resource.name}.fields.${name}`)
    return value === 1 ? <Badge color="urgent">{label}</Badge> : null
  }
  return value === 1 ? (
    <IconCheck size={18} aria-label={t('yes')} />
  ) : (
    <IconMinus size={18} aria-label={t('no')} color="var(--mantine-color-dimmed)" />
  )
}

function FlagChange({ value }: { value: unknown }) {
  const { t } = useTranslation()
  return <span>{t(value === 1 ? 'yes' : 'no')}</span>
}
