import type { TFunction } from 'i18next'
import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { useFormat } from '#web/platform/format/useFormat.ts'

type Roomy = Pick<PortSummary, 'room' | 'volume_unit' | 'room_temperature' | 'temperature_unit'>

/** The room of a tank in whole units, with the temperature that it is valid for: "91 gal at 41 °F". */
export function roomText(
  tank: Roomy,
  { quantity }: Pick<ReturnType<typeof useFormat>, 'quantity'>,
  t: TFunction,
): string | null {
  if (tank.room === null) return null
  const room = quantity(
    wholeRoom(tank.room, tank.volume_unit === 'gal' ? 'imperial' : 'metric'),
    tank.volume_unit,
    0,
  )
  if (tank.room_temperature === null) return room
  return t('telemetry.room_at', {
    room,
    temperature: quantity(tank.room_temperature, tank.temperature_unit, 0),
  })
}
