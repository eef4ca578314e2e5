import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DateField } from '#core/resources/kinds/date.ts'
import { isDone } from '#core/resources/statuses.ts'
import { toZoned } from '#web/platform/format.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import styles from './date.module.css'
import type { CellProps, WebKind } from './webKind.ts'

export const date: WebKind<DateField> = {
  Cell: DateCell,
}

function DateCell({ resource, field, record, value }: CellProps<DateField>) {
  const { t } = useTranslation()
  const { date, timeZone } = useFormat()
  const written = date(String(value))
  const status = resource.statuses && record[resource.statuses.field]
  const isOpen = field.isDue && status !== undefined && !isDone(resource.statuses!, status)
  const isOverdue =
    isOpen && String(value).slice(0, 10) < toZoned(new Date().toISOString(), timeZone).slice(0, 10)
  if (!isOverdue) return <span className={styles.date}>{written}</span>
  return (
    <span className={styles.date} data-is-overdue title={t('resources.overdue')}>
      <IconClockExclamation size={14} aria-label={t('resources.overdue')} /> {written}
    </span>
  )
}
