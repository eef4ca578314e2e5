import { devices } from '#core/domains/devices/devices.ts'
import { deviceList } from '#web/domains/devices/list/deviceList.tsx'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The devices of a company, as every list of devices shows them. */
export function CompanyDevices({ record }: { record: AnyRecord }) {
  return (
    <RelatedList resource={devices} kind={deviceList} by="company_id" id={String(record['company_id'])} />
  )
}

/** The devices that stand at a site. */
export function SiteDevices({ record }: { record: AnyRecord }) {
  return <RelatedList resource={devices} kind={deviceList} by="site_id" id={String(record['site_id'])} />
}
