import { useState } from 'react'
import { TRUCK_DIFFERENCE_REASONS } from '#core/domains/shipments/onTruck/balanceOf.ts'
import type { correctEnds } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import type { OnTruck, TruckCompartment } from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DecisionDialog } from '#web/resources/form/DecisionDialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useVolumeUnits, type VolumeUnits } from '../loading/useVolumeUnits.ts'
import { type CompartmentEnd, CompartmentEnds, endBody } from './CompartmentEnds.tsx'
import { useShipmentOnTruck } from './useOnTruck.ts'

interface EndsDialogProps {
  /** A finalized round. */
  shipment_id: number
  onClose: () => void
}

/** Corrects the quantities returned from, and left in, the compartments of a finalized round. */
export function EndsDialog({ shipment_id, onClose }: EndsDialogProps) {
  const { data } = useShipmentOnTruck(shipment_id)
  const volumes = useVolumeUnits()
  // The form starts with figures in the reader's unit.
  if (!data || !volumes.own) return <Loading what="dialog" />
  return <Ends onTruck={data} unit_id={volumes.own.id} {...{ volumes, shipment_id, onClose }} />
}

interface EndsProps extends EndsDialogProps {
  onTruck: OnTruck
  volumes: VolumeUnits
  /** The reader's unit of volume. */
  unit_id: number
}

function Ends({ onTruck, volumes, unit_id, shipment_id, onClose }: EndsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Readonly<Record<number, CompartmentEnd>>>({})
  const compartments = onTruck.compartments.filter(
    ({ carried_liters, loaded_liters }) => carried_liters > 0 || loaded_liters !== null,
  )
  const changed = compartments.filter(({ compartment }) => typed[compartment])
  const endOf = (compartment: TruckCompartment) =>
    typed[compartment.compartment] ?? reportedEnd(compartment, volumes)
  const ends = changed.map((item) => ({ ...endBody(endOf(item)), compartment: item.compartment, unit_id }))
  return (
    <DecisionDialog
      title={t('shipments.on_truck.correct_ends_of', { number: onTruck.shipment?.shipment_number })}
      isReady={changed.length > 0}
      onClose={onClose}
      send={() => sendEnds(shipment_id, ends)}
    >
      {(errorOf) => (
        <CompartmentEnds
          compartments={compartments}
          volumes={volumes}
          deliveredOf={(compartment) =>
            compartments.find((item) => item.compartment === compartment)?.delivered_liters ?? 0
          }
          ends={Object.fromEntries(
            compartments.map((compartment) => [compartment.compartment, endOf(compartment)]),
          )}
          errorOf={(index, name) => {
            const sentIndex = changed.indexOf(itemAt(compartments, index))
            return sentIndex < 0 ? undefined : errorOf(`compartments.${sentIndex}.${name}`)
          }}
          onChange={(compartment, end) => setTyped((before) => ({ ...before, [compartment]: end }))}
        />
      )}
    </DecisionDialog>
  )
}

function sendEnds(shipment_id: number, compartments: SentTo<typeof correctEnds>['body']['compartments']) {
  return request<typeof correctEnds>('POST', '/shipment_planner/:shipment_id/ends', {
    params: { shipment_id },
    body: { compartments },
  })
}

/** Report about a compartment when its round ended. */
function reportedEnd(compartment: TruckCompartment, volumes: VolumeUnits): CompartmentEnd {
  const figure = (litres: number | null) => (litres ? String(Number((litres / volumes.size).toFixed(3))) : '')
  return {
    returned: figure(compartment.returned_liters),
    found: compartment.difference_liters ? figure(compartment.on_board_liters) || '0' : '',
    reason: TRUCK_DIFFERENCE_REASONS.find((reason) => reason === compartment.reason) ?? null,
    note: compartment.note ?? '',
  }
}
