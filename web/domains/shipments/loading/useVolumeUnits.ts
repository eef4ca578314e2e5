import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import {
  litresText,
  VOLUME_UNIT_OF_SYSTEM,
  volumeInReaderUnit,
} from '#core/domains/shipments/volumeInReaderUnit.ts'
import { COLDEST_CELSIUS, ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import type { Measure } from '#core/platform/numbers/measures.ts'
import { toLitres } from '#core/platform/numbers/quantities.ts'
import { celsiusToFahrenheit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

interface Unit {
  id: number
  code: string | null
  measure: Measure
  factor: string | null
}

/** Volumes of loads in the reader's own unit, whatever unit they were entered in. */
export function useVolumeUnits() {
  const { t } = useTranslation()
  const { units, quantity, apart } = useFormat()
  const { language } = useLanguage()
  const mayChoose = useMaySelect()(units_of_measure, shipment_planners)
  const { data = [] } = useOptionRows<Unit>(units_of_measure, mayChoose)
  const { code, unit, factor } = VOLUME_UNIT_OF_SYSTEM[units]
  const size = Number(factor)
  const text = (litres: number, decimals?: number) => apart(litresText(litres, units, language, decimals))
  const own = data.find((item) => item.code === code)
  const unitOf = (id: unknown) => data.find((item) => item.id === Number(id))
  const litresOf = (quantity: unknown, unit_id: unknown): number | null => {
    const found = unitOf(unit_id)
    const text = String(quantity ?? '').trim()
    if (!found || !/^\d{1,11}(\.\d{1,3})?$/.test(text)) return null
    const litres = toLitres(text, found)
    return litres === null ? null : Number(litres)
  }
  return {
    /** The abbreviation of the reader's unit. */
    unit,
    /** Its record; undefined until the units are read. */
    own,
    /** Litres in it. */
    size,
    /** Litres of a load in the form; its whole litres until the units are read. */
    litresOf: (load: Readonly<Record<string, unknown>>): number =>
      litresOf(load.quantity, load.unit_id) ?? (Number(load.quantity_ordered) || 0),
    /** The text of an input: as typed or stored in the reader's unit, else converted. */
    shown: (entered: unknown, unit_id: unknown): string => {
      const written = String(entered ?? '')
      const found = unitOf(unit_id)
      if (!found || found.code === code) return shortened(written)
      if (litresOf(written, unit_id) === null) return written
      const litres = toLitres(written, found)!
      return shortened(volumeInReaderUnit({ quantity: written, code: found.code, litres }, units))
    },
    text,
    /** The room of a tank in whole units, rounded down: "91 gal at 41 °F". */
    room: (litres: number, celsius: number | null): string => {
      const room = text(Math.floor((Math.max(litres, 0) + ROOM_ROUNDING) / size) * size, 0)
      if (celsius === null) return room
      if (celsius === COLDEST_CELSIUS) return t('telemetry.room_unmeasured', { room })
      const temperature =
        units === 'imperial' ? quantity(celsiusToFahrenheit(celsius), '°F', 0) : quantity(celsius, '°C', 0)
      return t('telemetry.room_at', { room, temperature })
    },
  }
}

export type VolumeUnits = ReturnType<typeof useVolumeUnits>

/** Shows "250.000" as "250". */
function shortened(text: string): string {
  return /^\d+\.\d*0$/.test(text) && text.length - text.indexOf('.') >= 3 ? String(Number(text)) : text
}
