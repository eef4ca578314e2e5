import { thresholdsOf } from '#core/domains/tanks/fullness.ts'
import { roomOf } from '#core/domains/tanks/room.ts'
import type { Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import type { PortSetup } from '../intake/loadDevices.ts'
import type { PortMemory, Reading } from './deriveReading.ts'

/** Litres of room in a port's tank after one of its readings; null if its content is unknown. */
export function roomAfter(
  setup: PortSetup,
  { volume }: Pick<Reading, 'volume'>,
  temperature: number | null,
): number | null {
  return volume === null
    ? null
    : roomOf({
        ...setup,
        shell: setup.curve?.shellCapacity ?? null,
        volume,
        celsius: temperature ?? setup.last_temperature,
      }).litres
}

/** A port's levels for one of its readings, with the certain and the possible fill. */
export function levelsOf(
  setup: PortSetup,
  { percent, temperature }: Pick<Reading, 'percent' | 'temperature'>,
  { change }: Pick<PortMemory, 'change'>,
): Thresholds {
  const tank = { ...setup, usual: change?.usual ?? null }
  return thresholdsOf(tank, { percent, celsius: temperature }, setup.curve)
}
