import type { sensor_types } from '#core/domains/devices/sensor_types.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { AffectedTanks } from './AffectedTanks.tsx'

/** Below a sensor type: the tanks that use it. */
export function SensorTypeDetails({ record }: { record: ShownRecord<typeof sensor_types> }) {
  return <AffectedTanks kind="sensor_types" id={Number(record.sensor_type_id)} />
}
