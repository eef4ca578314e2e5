import { Text } from '@mantine/core'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import type { Side } from './addressFieldsOf.ts'

/** The shipping address of a document, as on an envelope. */
export function ShippingAddress({ record }: { record: OrderRecord }) {
  return <AddressText record={record} side="ship" />
}

/** Its billing address. */
export function BillingAddress({ record }: { record: OrderRecord }) {
  return <AddressText record={record} side="bill" />
}

function AddressText({ record, side }: { record: OrderRecord; side: Side }) {
  const part = (name: string) => String(record[`${side}_${name}`] ?? '')
  const zip = [part('zip_code'), part('zip_code_ext')].filter(Boolean).join('-')
  const town = [part('city'), [part('state'), zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [part('location_label'), part('address1'), part('address2'), town, part('country_iso_3')]
  return (
    <Text size="sm" component="address" fs="normal">
      {lines.filter(Boolean).map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </Text>
  )
}
