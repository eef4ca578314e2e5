import type { TFunction } from 'i18next'
import { COLDEST_CELSIUS, wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { useFormat } from '#web/platform/format/useFormat.ts'

type Roomy = Pick<PortSummary, 'room' | 'volume_unit' | 'room_temperature' | 'temperature_unit'>

type Quantities = Pick<ReturnType<typeof useFormat>, 'quantity'>

/** The room of a tank in whole units, for places that leave it to the page of the device to say for which temperature. */
export function roomFigure(
  { room, volume_unit }: Pick<Roomy, 'room' | 'volume_unit'>,
  { quantity }: Quantities,
): string | null {
  if (room === null) return null
  return quantity(wholeRoom(room, volume_unit === 'gal' ? 'imperial' : 'metric'), volume_unit, 0)
}

/** The room of a tank with the temperature that it is valid for: "91 gal at 41 °F"; or that the temperature is unknown. */
export function roomText(tank: Roomy, format: Quantities, t: TFunction): string | null {
  const room = roomFigure(tank, format)
  if (room === null || tank.room_temperature === null) return room
  // The same in °F and °C.
  if (tank.room_temperature === COLDEST_CELSIUS) return t('telemetry.room_unmeasured', { room })
  const temperature = format.quantity(tank.room_temperature, tank.temperature_unit, 0)
  return t('telemetry.room_at', { room, temperature })
}
