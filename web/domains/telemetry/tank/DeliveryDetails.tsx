import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ComingLoad } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'

/** Quantity and number of a delivery, behind its time. */
export function DeliveryDetails({ load }: { load: ComingLoad }) {
  const { units, quantity } = useFormat()
  const addressOf = useRecordAddress()
  const [kind, id, number] =
    load.shipment_id === null
      ? (['transaction_documents', load.document_id, load.document_number] as const)
      : (['shipment_planners', load.shipment_id, load.shipment_number] as const)
  const address = id === null ? undefined : addressOf(kind, id)
  return (
    <>
      {` · ${quantity(volumeIn(units, load.liters), volumeUnit(units), 0)}`}
      {address && (
        <>
          {' · '}
          <Anchor component={Link} to={address} inherit>
            {number}
          </Anchor>
        </>
      )}
    </>
  )
}
