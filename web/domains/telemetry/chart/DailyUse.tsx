import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readPortUsage } from '#core/domains/telemetry/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { fromZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { zoneName } from '#web/platform/format/zoneName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './DailyUse.module.css'
import { roundScale } from './roundScale.ts'
import { PLOT_SIDES } from './shownRange.ts'

const DAY = 86_400_000
/** Maximum number of days that the call returns. */
const MAX_DAYS = 365

interface DailyUseProps {
  device_id: number
  port_number: number
  /** The time of the newest reading: a new one reloads the usage. */
  readingAt: string | null
  /** The days shown. */
  span: { from: number; to: number }
  /** The time range of the level chart above. */
  range: { from: number; until: number }
}

type Usage = ResponseOf<typeof readPortUsage>

/** The use of the shown days; a new reading reloads it. */
function useDailyUse({ device_id, port_number, readingAt, span }: DailyUseProps): Usage | undefined {
  const count = Math.min(MAX_DAYS, Math.ceil((span.to - span.from) / DAY))
  const { data } = useQuery({
    queryKey: ['devices', 'usage', device_id, port_number, count, readingAt?.slice(0, 10)],
    queryFn: reading<typeof readPortUsage>('/devices/:device_id/port_usage/:port_number', {
      params: { device_id, port_number },
      query: { days: String(count) },
    }),
    placeholderData: (before, query) =>
      query?.queryKey[2] === device_id && query.queryKey[3] === port_number
        ? keepPreviousData(before)
        : undefined,
  })
  return data
}

/** A tank's daily use as bars, aligned with the level chart above; hidden while no whole day is known. */
export function DailyUse(props: DailyUseProps) {
  const { t } = useTranslation()
  const { language, quantity, date } = useFormat()
  const [pointed, setPointed] = useState<string | null>(null)
  const { range } = props
  const usage = useDailyUse(props)
  if (!usage || usage.days.length === 0) return null
  const { unit, time_zone, days } = usage
  const largest = Math.max(...days.map(({ used }) => used))
  const labelOf = ({ date: day, used }: Usage['days'][number]) => `${date(day)}: ${quantity(used, unit, 0)}`
  const hovered = days.find((day) => day.date === pointed)
  const id = `use-${props.device_id}-${props.port_number}`
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} id={id}>
          {t('telemetry.daily_use')}
        </Text>
        <Text size="xs" c="dimmed" data-figures>
          {hovered ? labelOf(hovered) : t('telemetry.daily_use_most', { amount: quantity(largest, unit, 0) })}
        </Text>
      </Group>
      <Bars {...{ usage, largest, range, labelOf }} onPoint={setPointed} />
      <Ends range={range} />
      <Text size="xs" c="dimmed">
        {t('telemetry.daily_use_zone', { zone: zoneName(time_zone, language) })}
      </Text>
    </section>
  )
}

/** The first and the last day, below the plot. */
function Ends({ range }: Pick<DailyUseProps, 'range'>) {
  const { date } = useFormat()
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      aria-hidden
      dir="ltr"
      style={{ paddingLeft: PLOT_SIDES.left, paddingRight: PLOT_SIDES.right }}
    >
      {[range.from, range.until].map((time) => (
        <Text key={time} size="xs" c="dimmed">
          {date(new Date(time).toISOString().slice(0, 10))}
        </Text>
      ))}
    </Group>
  )
}

interface BarsProps extends Pick<DailyUseProps, 'range'> {
  usage: Usage
  largest: number
  labelOf: (day: Usage['days'][number]) => string
  onPoint: (date: string | null) => void
}

/** A bar for each day in the range, with a scale. */
function Bars({ usage: { unit, time_zone, days }, largest, range, labelOf, onPoint }: BarsProps) {
  const { quantity } = useFormat()
  const scale = roundScale(largest)
  const wide = range.until - range.from
  const at = (time: number) => `${(100 * (time - range.from)) / wide}%`
  const bars = days
    .map((day) => ({ ...day, starts: Date.parse(fromZoned(`${day.date}T00:00`, time_zone)) }))
    .filter(({ starts }) => starts + DAY > range.from)
  return (
    <div
      className={styles.chart}
      dir="ltr"
      style={{ paddingLeft: PLOT_SIDES.left, paddingRight: PLOT_SIDES.right }}
    >
      {[scale, scale / 2, 0].map((value) => (
        <Text
          key={value}
          size="xs"
          c="dimmed"
          aria-hidden
          className={styles.tick}
          style={{ top: `${100 - (100 * value) / (scale || 1)}%`, width: PLOT_SIDES.left - 8 }}
        >
          {quantity(value, unit, scale < 4 ? 1 : 0)}
        </Text>
      ))}
      <ol className={styles.days} onPointerLeave={() => onPoint(null)}>
        {bars.map((day) => (
          <li
            key={day.date}
            className={styles.day}
            style={{ left: at(Math.max(day.starts, range.from)), width: `${(100 * DAY) / wide}%` }}
            onPointerEnter={() => onPoint(day.date)}
            onPointerDown={() => onPoint(day.date)}
          >
            <span className={styles.label}>{labelOf(day)}</span>
            <span
              className={styles.bar}
              style={{ height: `${scale > 0 ? (100 * day.used) / scale : 0}%` }}
              aria-hidden
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
