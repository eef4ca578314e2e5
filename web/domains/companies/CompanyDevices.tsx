import { devices } from '#core/domains/devices/devices.ts'
import { deviceList } from '#web/domains/devices/list/deviceList.tsx'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The devices of a company, in the standard list of devices. */
export function CompanyDevices({ record }: { record: AnyRecord }) {
  return (
    <RelatedList resource={devices} kind={deviceList} by="company_id" id={String(record['company_id'])} />
  )
}

/** The devices at a site. */
export function SiteDevices({ record }: { record: AnyRecord }) {
  return <RelatedList resource={devices} kind={deviceList} by="site_id" id={String(record['site_id'])} />
}
