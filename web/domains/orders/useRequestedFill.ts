import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { tanksToFill } from '#core/domains/telemetry/tanksToFill.ts'
import { type UnitSystem, volumeCode } from '#core/platform/numbers/units.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { fillIn } from '#web/domains/telemetry/tank/fillAddress.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useUnits } from './lines/useUnits.ts'

/** Fills the lines of a new order with the fill in its address: the products of the tanks, and their room. */
export function useRequestedFill(
  form: RecordForm<typeof transaction_documents>,
  isNew: boolean,
  newLine: FormValues,
): void {
  const [params] = useSearchParams()
  const fill = isNew ? fillIn(params) : undefined
  const { data: device } = useDevice(fill?.device_id)
  const { units: system } = useFormat()
  const { units } = useUnits()
  const own = units.find(({ code }) => code === volumeCode(system))
  const isDone = useRef(false)
  const latest = useRef(form)
  latest.current = form
  const port_number = fill?.port_number ?? null
  useEffect(() => {
    if (!device || !own || isDone.current) return
    isDone.current = true
    const lines = latest.current.values['details'] as readonly FormValues[]
    if (lines.length > 0) return
    const rooms = roomsByProduct(tanksToFill(device.ports, port_number), system)
    const details = [...rooms].map(([product_id, room]) => ({
      ...newLine,
      product_id,
      quantity: room > 0 ? String(room) : '',
      unit_id: own.id,
    }))
    latest.current.set({ details })
  }, [device, own, port_number, system, newLine])
}

/** In whole units, rounded down; tanks of one product share a line. */
function roomsByProduct(tanks: readonly PortSummary[], system: UnitSystem): Map<number | null, number> {
  const rooms = new Map<number | null, number>()
  for (const { product_id, room } of tanks) {
    rooms.set(product_id, (rooms.get(product_id) ?? 0) + wholeRoom(room, system))
  }
  return rooms
}
