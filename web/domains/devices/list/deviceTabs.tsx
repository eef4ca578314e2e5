import type { companies } from '#core/domains/companies/companies.ts'
import type { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { people } from '#core/domains/people/people.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { deviceList } from './deviceList.tsx'

/** The devices of a company, in the standard list of devices. */
export function CompanyDevices({ record }: { record: ShownRecord<typeof companies> }) {
  return <RelatedList resource={devices} kind={deviceList} by="company_id" id={String(record.company_id)} />
}

/** The devices at a site. */
export function SiteDevices({ record }: { record: ShownRecord<typeof sites> }) {
  return <RelatedList resource={devices} kind={deviceList} by="site_id" id={String(record.site_id)} />
}

/** The devices that a person's account sees. */
export function PersonDevices({ record }: { record: ShownRecord<typeof people> }) {
  return <RelatedList resource={devices} kind={deviceList} by="people_id" id={String(record.people_id)} />
}
