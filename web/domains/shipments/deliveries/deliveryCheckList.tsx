import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import type { CustomColumn, ListKind } from '#web/resources/list/listKind.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import type { OfCheck } from './ofCheck.ts'

const metersToProve = lazy(() => import('../MetersToProve.tsx').then((m) => ({ default: m.MetersToProve })))
const DeliveryCheckCard = lazy(() =>
  import('./DeliveryCheckCard.tsx').then((m) => ({ default: m.DeliveryCheckCard })),
)
const BeyondUsual = lazy(() => import('./BeyondUsual.tsx').then((m) => ({ default: m.BeyondUsual })))

/** The list of delivery checks. Its difference already excludes the bias of the tank. */
export const deliveryCheckList: ListKind = {
  standard: delivery_checks.list.filter((name) => name !== 'truck_id' && !/^(margin|bias)_/.test(name)),
  Actions: metersToProve,
  columns: {
    device_id: {
      text: 'records.delivery_checks.fields.device_id',
      needs: ['device_id'],
      inFiles: ['device_id'],
      Cell: Tank,
    },
    difference_liters: beyondUsual('liters'),
    difference_gallons: beyondUsual('gallons'),
  },
  Card: (props) => (
    <Suspense fallback={<Skeleton h={96} />}>
      <DeliveryCheckCard {...props} />
    </Suspense>
  ),
  cardNeeds: [
    ...['shipment_id', 'device_id', 'product_id', 'delivered_at', 'state'],
    ...['ticket_liters', 'ticket_gallons', 'rise_liters', 'rise_gallons'],
    ...['bias_liters', 'bias_gallons', 'difference_liters', 'difference_gallons'],
  ],
}

function beyondUsual(suffix: 'liters' | 'gallons'): CustomColumn {
  const name = `difference_${suffix}` as const
  return {
    text: `records.delivery_checks.fields.${name}`,
    sort: name,
    isNumeric: true,
    needs: [name, `ticket_${suffix}`, `rise_${suffix}`],
    inFiles: [name],
    Cell: ({ record }: OfCheck) => (
      <Suspense>
        <BeyondUsual {...{ record, suffix }} />
      </Suspense>
    ),
  }
}

/** The whole name of the tank. */
function Tank({ record }: OfCheck) {
  return (
    <Text span size="sm" lineClamp={2} dir="auto">
      {nameOfReference(record, 'device_id')?.name}
    </Text>
  )
}
