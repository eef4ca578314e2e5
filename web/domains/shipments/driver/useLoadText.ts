import { countingTickets, type StopState } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Texts about a load and its tank, in the driver's own units. */
export function useLoadText() {
  const { t } = useTranslation()
  const { units, apart, quantity: figureOf } = useFormat()
  const { language } = useLanguage()
  const litres = (volume: number) => apart(litresText(volume, units, language, 0))
  return {
    litres,
    quantity: ({ quantity, unit_title }: DriverLoad) =>
      apart(quantityText(String(quantity), unit_title, language)),
    /** The delivered quantity by the valid ticket; undefined before one is written. */
    metered: ({ shipment_detail_id, unit_title }: DriverLoad, stop: StopState) => {
      const ticket = countingTickets(stop).find((item) => item.shipment_detail_id === shipment_detail_id)
      return ticket
        ? t('shipments.driver.metered', {
            quantity: apart(quantityText(ticket.quantity, unit_title, language, 1)),
          })
        : ''
    },
    room: ({ room_liters }: DriverLoad) =>
      room_liters === null
        ? ''
        : t('shipments.driver.room', { room: litres(Math.max(Math.floor(room_liters), 0)) }),
    level: ({ percent, volume_liters, volume_margin_liters, level_source }: DriverLoad) => {
      if (percent === null) return ''
      const margin = volume_margin_liters === null ? '' : ` ± ${litres(volume_margin_liters)}`
      const volume = volume_liters === null ? '' : ` (${litres(volume_liters)}${margin})`
      const key = level_source === 'estimated' ? 'shipments.driver.level_estimated' : 'shipments.driver.level'
      return t(key, { level: apart(`${figureOf(percent, '%', 0)}${volume}`) })
    },
  }
}
