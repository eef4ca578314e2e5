import { Skeleton } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { Navigate, useParams } from 'react-router'
import { companies } from '#core/domains/companies/companies.ts'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { titleOf } from '#web/resources/titleOf.ts'
import { useRecord } from '#web/resources/useRecords.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** The kind of record of each type of company. */
const KINDS = new Map<unknown, string>([
  [ORGANISATION_TYPE.customer, 'customers'],
  [ORGANISATION_TYPE.distributor, 'distributors'],
  [ORGANISATION_TYPE.manufacturer, 'manufacturers'],
  [ORGANISATION_TYPE.shipping_carrier, 'shipping_carriers'],
  [ORGANISATION_TYPE.vendor, 'vendors'],
])

/** Redirects from a company of any type, as other records refer to it, to the screen of its type; its name, if the user may not open that. */
export function CompanyScreen() {
  const { id } = useParams()
  const { data, error, refetch } = useRecord(companies, id)
  const addressOf = useRecordAddress()
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={360} />
  const address = addressOf(KINDS.get(data['organisation_type_id']) ?? '', Number(id))
  return address ? (
    <Navigate to={address} replace />
  ) : (
    <EmptyState Icon={IconBuildingStore} title={titleOf(companies, data)} />
  )
}
