import type { AnyRecord } from '#web/resources/useRecords.ts'
import { AffectedTanks } from './AffectedTanks.tsx'

/** Below a sensor type: the tanks that use it. */
export function SensorTypeDetails({ record }: { record: AnyRecord }) {
  return <AffectedTanks kind="sensor_types" id={Number(record['sensor_type_id'])} />
}
