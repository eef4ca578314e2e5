import { devices } from '#core/domains/devices/devices.ts'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { deviceList } from './list/deviceList.tsx'

/** All devices that the user may see, with their tanks: searched, filtered and sorted, as table, cards or map. */
export function DeviceListScreen() {
  return <ResourceList resource={devices} kind={deviceList} addressOf={addressOf} />
}

function addressOf(id?: number): string {
  return `/devices/profile${id === undefined ? '' : `/${id}`}`
}
