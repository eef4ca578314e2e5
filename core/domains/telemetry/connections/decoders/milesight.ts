import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { int16, uint16, waterColumn } from './bytes.ts'

/** The channels of a model that hold a level, by channel id, with what they measure. */
type Channels = Readonly<Record<number, 'distance' | 'height' | 'pressure'>>

const BATTERY = 0x75
const TEMPERATURE = 0x67
/** Bytes of a value, by its type (README of each model in Milesight's SensorDecoders). */
const LENGTHS: Readonly<Record<number, number>> = {
  [BATTERY]: 1,
  [TEMPERATURE]: 2,
  130: 2,
  119: 2,
  123: 2,
  0: 1,
}

/**
 * Milesight's list of channel id, type and value, low byte first. What follows an unknown channel, such as an alarm or stored history, cannot
 * be distinguished and is left out.
 */
export function milesight(channels: Channels) {
  return (bytes: readonly number[]): Measured => {
    const measured: Measured = { values: [] }
    for (let index = 0; index + 2 < bytes.length; ) {
      const channel = itemAt(bytes, index)
      const type = itemAt(bytes, index + 1)
      const length = LENGTHS[type]
      if (length === undefined || channel > 0x0f || index + 2 + length > bytes.length) break
      const of = channels[channel]
      if (type === BATTERY) measured.battery_percent = itemAt(bytes, index + 2)
      else if (type === TEMPERATURE)
        measured.device_temperature = int16(itemAt(bytes, index + 3), itemAt(bytes, index + 2)) / 10
      else if (of && length === 2)
        measured.values.push(...levelsOf(of, uint16(itemAt(bytes, index + 3), itemAt(bytes, index + 2))))
      index += 2 + length
    }
    return measured
  }
}

/** Distance in mm, height in cm, pressure in kPa. */
function levelsOf(of: Measure, value: number): Measured['values'] {
  if (of === 'height') return waterColumn(value * 10)
  return [{ port: 1, measure: of, value }]
}
