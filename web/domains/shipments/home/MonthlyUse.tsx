import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readMonthlyUsage } from '#core/domains/telemetry/calls.ts'
import type { MonthlyUsage } from '#core/domains/telemetry/fleetFigures.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import styles from './Home.module.css'

const HOUR = 3_600_000

/** Monthly usage over the last year, one product at a time. Hidden while no month is known. */
export function MonthlyUse() {
  const { t } = useTranslation()
  const [chosen, choose] = useState('0')
  const { data, isError } = useQuery({
    queryKey: ['devices', 'monthly_usage'],
    queryFn: reading<typeof readMonthlyUsage>('/devices/monthly_usage'),
    staleTime: HOUR,
  })
  if (isError || data?.products.length === 0) return null
  const product = data?.products[Number(chosen)] ?? data?.products[0]
  return (
    <WidgetPanel title={t('home.use')}>
      {data && data.products.length > 1 && (
        <SegmentedControl
          size="xs"
          mb="xs"
          className={styles.choice}
          aria-label={t('home.use')}
          value={chosen}
          onChange={choose}
          data={data.products.map((item, index) => ({
            value: String(index),
            label: item.product ?? t('home.no_product'),
          }))}
        />
      )}
      {data && product ? <Bars data={data} product={product} /> : <Skeleton h={160} />}
    </WidgetPanel>
  )
}

function Bars({ data, product }: { data: MonthlyUsage; product: MonthlyUsage['products'][number] }) {
  const { t } = useTranslation()
  const { language, quantity } = useFormat()
  const [pointed, setPointed] = useState<number | null>(null)
  const nameOf = (length: 'narrow' | 'long') => {
    const format = new Intl.DateTimeFormat(language, {
      month: length,
      ...(length === 'long' && { year: 'numeric' }),
      timeZone: 'UTC',
    })
    return (month: string) => format.format(new Date(`${month}-01T00:00:00Z`))
  }
  const [narrow, long] = [nameOf('narrow'), nameOf('long')]
  const largest = Math.max(...product.used.map((used) => used ?? 0), 1)
  const whole = product.used.reduce<number>((sum, used) => sum + (used ?? 0), 0)
  const labelOf = (index: number) => {
    const used = product.used[index]
    const name = long(itemAt(data.months, index))
    return used == null ? t('home.not_known', { month: name }) : `${name}: ${quantity(used, data.unit, 0)}`
  }
  return (
    <>
      <Text size="sm" c="dimmed" data-figures aria-live="polite">
        {pointed === null ? t('home.use_total', { amount: quantity(whole, data.unit, 0) }) : labelOf(pointed)}
      </Text>
      <ol className={styles.months} dir="ltr" onPointerLeave={() => setPointed(null)}>
        {data.months.map((month, index) => (
          <li
            key={month}
            onPointerEnter={() => setPointed(index)}
            onPointerDown={() => setPointed(index)}
            data-open={index === data.months.length - 1 || undefined}
          >
            <span className={styles.label}>{labelOf(index)}</span>
            <span className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                style={{ height: `${(100 * (product.used[index] ?? 0)) / largest}%` }}
              />
            </span>
            <span className={styles.month} aria-hidden>
              {narrow(month)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
