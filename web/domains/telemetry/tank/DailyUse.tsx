import { Group, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { readPortUsage } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import styles from './DailyUse.module.css'

interface DailyUseProps {
  device_id: number
  port_number: number
  /** Another one is another state of the tank: what was used is read anew. */
  readingAt: string | null
}

/** What a tank used on each of the last four weeks' days, as bars; nothing while no whole day is known. */
export function DailyUse({ device_id, port_number, readingAt }: DailyUseProps) {
  const { t } = useTranslation()
  const { quantity, date } = useFormat()
  const { data } = useQuery({
    queryKey: ['devices', 'usage', device_id, port_number, readingAt?.slice(0, 10)],
    queryFn: ({ signal }) =>
      request<typeof readPortUsage>('GET', '/devices/:device_id/port_usage/:port_number', {
        params: { device_id, port_number },
        signal,
      }),
  })
  if (!data || data.days.length === 0) return null
  const { unit, time_zone, days } = data
  const most = Math.max(...days.map(({ used }) => used))
  const wordsOf = (day: { date: string; used: number }) => `${date(day.date)}: ${quantity(day.used, unit, 0)}`
  return (
    <section aria-labelledby={`use-${device_id}-${port_number}`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} id={`use-${device_id}-${port_number}`}>
          {t('telemetry.daily_use')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('telemetry.daily_use_most', { amount: quantity(most, unit, 0) })}
        </Text>
      </Group>
      <ol className={styles.days}>
        {days.map((day) => (
          <Tooltip key={day.date} label={wordsOf(day)} events={{ hover: true, focus: true, touch: true }}>
            <li className={styles.day}>
              <span className={styles.words}>{wordsOf(day)}</span>
              <span
                className={styles.bar}
                style={{ blockSize: `${most > 0 ? (100 * day.used) / most : 0}%` }}
                aria-hidden
              />
            </li>
          </Tooltip>
        ))}
      </ol>
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {date(days[0]!.date)}
        </Text>
        <Text size="xs" c="dimmed">
          {date(days.at(-1)!.date)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {t('telemetry.daily_use_zone', { zone: time_zone.replaceAll('_', ' ') })}
      </Text>
    </section>
  )
}
