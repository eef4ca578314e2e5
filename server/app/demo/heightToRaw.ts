import { type RawReading, rawToHeight } from '#core/domains/telemetry/rawToHeight.ts'

type Sensor = Pick<RawReading, 'measure' | 'sensorOffset' | 'tankHeight' | 'specificGravity'>

/** What a sensor shows at a height of the liquid in mm: the way back of `rawToHeight`. */
export function heightToRaw(sensor: Sensor, height: number): number {
  const { measure, sensorOffset, tankHeight } = sensor
  switch (measure) {
    case 'distance':
      return tankHeight + sensorOffset - height
    case 'height':
      return height
    case 'pressure':
      return Math.max((height - sensorOffset) / millimetresAKilopascal(sensor), 0)
    case 'current':
      return 4 + (16 * height) / tankHeight
    case 'percent':
      return (height / tankHeight) * 100
    case 'volume_percent':
    case 'temperature':
      throw new RangeError(`a ${measure} tells no height`)
  }
}

function millimetresAKilopascal(sensor: Sensor): number {
  return rawToHeight({ ...sensor, raw: 1, sensorOffset: 0, temperature: null })!
}
