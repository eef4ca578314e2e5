import { thresholdsOf } from '#core/domains/tanks/fullness.ts'
import { roomOf } from '#core/domains/tanks/room.ts'
import type { Thresholds } from '#core/domains/telemetry/quality.ts'
import type { PortMemory, Reading } from './deriveReading.ts'
import type { PortSetup } from './loadDevices.ts'

/** What may be brought to a port's tank after one of its readings, litres; null where its content is not known. */
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

/** A port's levels for one of its readings, with how full its tank surely is and may be. */
export function levelsOf(
  setup: PortSetup,
  { percent, temperature }: Pick<Reading, 'percent' | 'temperature'>,
  { change }: Pick<PortMemory, 'change'>,
): Thresholds {
  const tank = { ...setup, usual: change?.usual ?? null }
  return thresholdsOf(tank, { percent, celsius: temperature }, setup.curve)
}
