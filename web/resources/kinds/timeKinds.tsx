import { Badge } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import type { DateField, DatePassedField, TimeFields } from '#core/resources/kinds/timeKinds.ts'
import { isDone } from '#core/resources/statuses/statuses.ts'
import { toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './date.module.css'
import { PlainCell } from './PlainCell.tsx'
import { FlagChange, yesOrNo } from './plainKinds.tsx'
import type { CellProps, WebKind } from './webKind.ts'

function DateCell({ resource, field, record, value }: CellProps<DateField>) {
  const { t } = useTranslation()
  const { date, timeZone } = useFormat()
  const written = date(String(value))
  const { statuses } = resource
  const status = statuses && record[statuses.field]
  const isOpen = field.isDue && statuses && status !== undefined && !isDone(statuses, status)
  const isOverdue =
    isOpen && String(value).slice(0, 10) < toZoned(new Date().toISOString(), timeZone).slice(0, 10)
  if (!isOverdue) return <span className={styles.date}>{written}</span>
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
