import '@mantine/dates/styles.css'
import { TimePicker } from '@mantine/dates'
import type { TimeField } from '#core/resources/kinds/timeKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { InputProps } from './inputProps.ts'

/** A time of day. */
export function TimeInput({ shared, field, value, set }: InputProps<TimeField>) {
  const { t } = useTranslation()
  return (
    <TimePicker
      {...shared}
      format="24h"
      clearable={!field.required}
      hoursInputLabel={t('resources.hours')}
      minutesInputLabel={t('resources.minutes')}
      value={value == null ? '' : String(value)}
      onChange={set}
    />
  )
}
