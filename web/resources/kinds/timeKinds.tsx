import { Badge } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import type { DateField, DatePassedField, TimeFields } from '#core/resources/kinds/timeKinds.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './date.module.css'
import { PlainCell } from './PlainCell.tsx'
import { FlagChange, yesOrNo } from './plainKinds.tsx'
import { useIsOverdue } from './useIsOverdue.ts'
import type { CellProps, WebKind } from './webKind.ts'

function DateCell({ resource, name, record, value }: CellProps<DateField>) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const written = date(String(value))
  if (!useIsOverdue(resource, name, record)) return <span className={styles.date}>{written}</span>
  return (
    <span className={styles.date} data-is-overdue title={t('resources.overdue')}>
      <IconClockExclamation size={14} aria-label={t('resources.overdue')} /> {written}
    </span>
  )
}

function DatePassedCell({ resource, name, value }: CellProps<DatePassedField>) {
  const { t } = useTranslation()
  const label = t(`records.${resource.name}.fields.${name}`)
  return value === 1 ? <Badge color="urgent">{label}</Badge> : null
}

function InstantCell({ value }: { value: unknown }) {
  return <RelativeTime at={String(value)} />
}

function InstantChange({ value }: { value: unknown }) {
  return <span>{useFormat().instant(String(value))}</span>
}

export const timeKinds: { [K in keyof TimeFields]: WebKind<TimeFields[K]> } = {
  date: {
    Cell: DateCell,
  },
  date_passed: {
    Cell: DatePassedCell,
    isState: true,
    Change: FlagChange,
    filterChoices: (_, t) => yesOrNo(t),
  },
  instant: {
    Cell: InstantCell,
    Change: InstantChange,
  },
  time: {
    Cell: PlainCell,
  },
}
