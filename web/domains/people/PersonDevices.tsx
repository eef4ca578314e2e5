import { devices } from '#core/domains/devices/devices.ts'
import type { people } from '#core/domains/people/people.ts'
import { deviceList } from '#web/domains/devices/list/deviceList.tsx'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** The devices that a person's account sees. */
export function PersonDevices({ record }: { record: ShownRecord<typeof people> }) {
  return <RelatedList resource={devices} kind={deviceList} by="people_id" id={String(record.people_id)} />
}
