import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { tanksToFill } from '#core/domains/telemetry/tanksToFill.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { fillIn } from '#web/domains/telemetry/tank/fillAddress.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useProposal } from './tank/tankLines.ts'

/**
 * Fills the lines of a new order with the fill in its address: the products of the tanks, and their room.
 * @param ofOnlyTank without such an address, with the fill of a chosen device that has one tank
 */
export function useRequestedFill(
  form: RecordForm<typeof transaction_documents>,
  isNew: boolean,
  ofOnlyTank: boolean,
): void {
  const [params] = useSearchParams()
  const fill = fillIn(params)
  const device_id = isNew && form.values.device_id ? Number(form.values.device_id) : undefined
  const isRequested = fill !== undefined && fill.device_id === device_id
  const { data: device } = useDevice(isRequested || ofOnlyTank ? device_id : undefined)
  const propose = useProposal()
  const isReady = propose !== undefined
  const filled = useRef<number>(undefined)
  const latest = useRef({ form, propose })
  latest.current = { form, propose }
  const port_number = fill?.port_number ?? null
  useEffect(() => {
    if (!device || !isReady || filled.current === device.device_id) return
    filled.current = device.device_id
    const only = device.ports.length === 1 ? device.ports : []
    const tanks = isRequested ? tanksToFill(device.ports, port_number) : only
    const { form, propose } = latest.current
    const lines = form.values['details'] as readonly FormValues[]
    if (lines.length === 0 && tanks.length > 0) form.set({ details: propose?.(tanks) })
  }, [device, isReady, isRequested, port_number])
}
