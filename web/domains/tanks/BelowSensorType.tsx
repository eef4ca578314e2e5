import type { AnyRecord } from '#web/resources/useRecords.ts'
import { TanksWithIt } from './TanksWithIt.tsx'

/** Below a kind of sensor: the tanks that have one. */
export function BelowSensorType({ record }: { record: AnyRecord }) {
  return <TanksWithIt kind="sensor_types" id={Number(record['sensor_type_id'])} />
}
