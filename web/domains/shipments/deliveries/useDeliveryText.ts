import { useMemo } from 'react'
import { arrivalAhead } from '#core/domains/shipments/deliveries/arrivalAhead.ts'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { formatClock } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

type Load = Delivery['loads'][number]

const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/** Texts about deliveries: days as text, "about 2:20 PM", quantities in the reader's unit. */
export function useDeliveryText() {
  const { t } = useTranslation()
  const { language, timeZone, units, quantity } = useFormat()
  const now = useNow()
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(language, LONG_DAY)
    const day = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
    const volume = (litres: number) => quantity(volumeIn(units, litres), volumeUnit(units), 0)
    const clock = (instant: string, zone = timeZone) =>
      formatClock(new Date(instant), { language, timeZone: zone }, zone === timeZone)
    /** When it arrives, as precisely as known. */
    const when = (delivery: Delivery): string => {
      const { kind, day: date, on_the_way, is_firm, status, time_zone } = delivery
      const arrival = arrivalAhead(delivery, now)
      const time = arrival && clock(arrival, time_zone)
      if (status === 'arrived') return t('deliveries.is_there')
      if (on_the_way) return time ? t('deliveries.about', { time }) : t('deliveries.on_the_way')
      if (kind === 'order') return date ? t('deliveries.wished', { day: day(date) }) : t('deliveries.no_day')
      if (!date) return t('deliveries.being_planned')
      const at = time ? t('telemetry.next.at', { when: day(date), time }) : day(date)
      return t(is_firm ? 'deliveries.planned' : 'deliveries.draft', { day: at })
    }
    return {
      day,
      clock,
      volume,
      /** A line per product: its quantity, and of which loads it is the sum. */
      loads: (loads: readonly Pick<Load, 'product_title' | 'liters'>[]): string[] =>
        [...groupBy(loads, ({ product_title }) => product_title)].map(([product, some]) => {
          const sum = `${product} · ${volume(some.reduce((all, { liters }) => all + liters, 0))}`
          return some.length === 1 ? sum : `${sum} (${some.map(({ liters }) => volume(liters)).join(' + ')})`
        }),
      when,
      /** One line for a tank; for a request, with its quantity. */
      inShort: (delivery: Delivery): string => {
        if (delivery.kind !== 'order') return when(delivery)
        const requested = volume(delivery.loads.reduce((sum, { liters }) => sum + liters, 0))
        return delivery.day
          ? t('deliveries.requested_for', { volume: requested, day: day(delivery.day) })
          : t('deliveries.requested', { volume: requested })
      },
    }
  }, [t, language, timeZone, units, quantity, now])
}
