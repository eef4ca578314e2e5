import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { waterColumn, wordAt } from './bytes.ts'

const VERSION = 2
/** Bytes before the values: version, device id, flags. */
const HEAD = 5
/** Values of signed quantities are stored with this added. */
const SIGNED = 32_768

/** The words of Decentlab's protocol 2: the sensor's, if its flag is set, then the battery in mV. */
function wordsOf(bytes: readonly number[]): { sensor: number[]; battery: number } {
  const isWhole = bytes.length > HEAD && (bytes.length - HEAD) % 2 === 0
  if (bytes[0] !== VERSION || !isWhole) throw new RangeError('not Decentlab protocol version 2')
  const words: number[] = []
  for (let at = HEAD; at < bytes.length; at += 2) words.push(wordAt(bytes, at))
  const flags = wordAt(bytes, 3)
  const battery = lastOf(words)
  return { sensor: flags & 1 ? words.slice(0, -1) : [], battery: battery / 1000 }
}

/** DL-MBX: distance of a MaxBotix ultrasonic sensor in mm; the second word counts the valid samples. */
export function decentlabMaxbotix(bytes: readonly number[]): Measured {
  const { sensor, battery } = wordsOf(bytes)
  const [distance, samples] = sensor
  return { values: samples ? distanceOf(distance) : [], battery }
}

/** DL-LID: laser distance in mm; of its statistics the median counts. */
export function decentlabLaser(bytes: readonly number[]): Measured {
  const { sensor, battery } = wordsOf(bytes)
  return { values: distanceOf(sensor[3]), battery }
}

/** DL-CTD10: depth of water in mm and the temperature of the liquid in tenths of a °C. */
export function decentlabDepth(bytes: readonly number[]): Measured {
  const { sensor, battery } = wordsOf(bytes)
  const [depth, temperature] = sensor
  if (depth === undefined || temperature === undefined) return { values: [], battery }
  const values: Measured['values'] = waterColumn(depth - SIGNED)
  values.push({ port: 1, measure: 'temperature', value: (temperature - SIGNED) / 10 })
  return { values, battery }
}

/** Range of the probe, in kPa; a probe of another range needs a pasted decoder. */
const PR26_RANGE = 100

/**
 * DL-PR26 with a range of 0 to 1 bar: pressure and temperature of the liquid in the scales of Keller's D line, in which the words 16,384 to
 * 49,152 are the range, and 384 is -50 °C.
 */
export function decentlabPressure(bytes: readonly number[]): Measured {
  const { sensor, battery } = wordsOf(bytes)
  const [pressure, temperature] = sensor
  if (pressure === undefined || temperature === undefined) return { values: [], battery }
  return {
    values: [
      { port: 1, measure: 'pressure', value: ((pressure - 16_384) / 32_768) * PR26_RANGE },
      { port: 1, measure: 'temperature', value: (temperature - 384) / 320 - 50 },
    ],
    battery,
  }
}

function distanceOf(value: number | undefined): Measured['values'] {
  return value === undefined ? [] : [{ port: 1, measure: 'distance', value }]
}
