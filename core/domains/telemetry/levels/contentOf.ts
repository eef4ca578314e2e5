import type { TankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { type RawReading, rawToHeight } from './rawToHeight.ts'

/** Content of a tank in mm, L and percent of its capacity; null where the raw value does not determine it. */
export interface TankContent {
  height: number | null
  volume: number | null
  percent: number | null
}

const NO_CONTENT: TankContent = { height: null, volume: null, percent: null }

/**
 * The content that a raw value stands for. Most sensors measure a height, from which the shape gives the volume; a dial in
 * percent of volume gives the volume, from which the height follows. Values beyond the tank stay, so that judgeTrust can
 * refuse them.
 * @param capacity the defined capacity, L; 0 = the shell's
 */
export function contentOf(
  reading: Omit<RawReading, 'tankHeight'>,
  curve: TankCurve,
  capacity: number,
): TankContent {
  const whole = capacity > 0 ? capacity : curve.shellCapacity
  if (reading.measure === 'volume_percent') return contentOfDial(reading.raw, curve, whole)
  const height = rawToHeight({ ...reading, tankHeight: curve.tankHeight })
  if (height === null) return NO_CONTENT
  const volume = curve.volumeAt(height)
  return { height, volume, percent: (volume / whole) * 100 }
}

function contentOfDial(percent: number, curve: TankCurve, whole: number): TankContent {
  if (!Number.isFinite(percent)) return NO_CONTENT
  const volume = (Math.max(percent, 0) / 100) * whole
  const isWithin = percent >= 0 && volume <= curve.shellCapacity
  const height = isWithin ? curve.heightAt(volume) : (percent / 100) * curve.tankHeight
  return { height, volume, percent: Math.max(percent, 0) }
}
