import type { AnyRecord } from '#web/resources/useRecords.ts'
import { AffectedTanks } from './AffectedTanks.tsx'

/** Below a kind of sensor: the tanks that have one. */
export function SensorTypeDetails({ record }: { record: AnyRecord }) {
  return <AffectedTanks kind="sensor_types" id={Number(record['sensor_type_id'])} />
}
