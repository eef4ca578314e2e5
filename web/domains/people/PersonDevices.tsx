import { devices } from '#core/domains/devices/devices.ts'
import { deviceList } from '#web/domains/devices/list/deviceList.tsx'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The devices that a person's account sees. */
export function PersonDevices({ record }: { record: AnyRecord }) {
  return <RelatedList resource={devices} kind={deviceList} by="people_id" id={String(record['people_id'])} />
}
