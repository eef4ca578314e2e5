import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { FlagField } from '#core/resources/kinds/flag.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Option } from '#web/resources/useOptions.ts'
import type { WebKind } from './webKind.ts'

export const flag: WebKind<FlagField> = {
  Cell: FlagCell,
  Change: FlagChange,
  empty: 0,
  filterChoices: (_, t) => yesOrNo(t),
}

function FlagCell({ value }: { value: unknown }) {
  const { t } = useTranslation()
  return value === 1 ? (
    <IconCheck size={18} aria-label={t('yes')} />
  ) : (
    <IconMinus size={18} aria-label={t('no')} color="var(--mantine-color-dimmed)" />
  )
}

/** Yes or no in words. */
export function FlagChange({ value }: { value: unknown }) {
  const { t } = useTranslation()
  return <span>{t(value === 1 ? 'yes' : 'no')}</span>
}

/** The choices of its filter. */
export function yesOrNo(t: TFunction): Option[] {
  return [
    { value: '1', label: t('yes') },
    { value: '0', label: t('no') },
  ]
}
