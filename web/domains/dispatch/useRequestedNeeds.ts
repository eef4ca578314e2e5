import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fillIn } from '#web/domains/telemetry/tank/fillAddress.ts'
import type { Need } from './boardTypes.ts'

/**
 * Chooses the needs that the user came for, those of an order, a tank or a device, and returns them. The request then leaves the
 * address, so that it applies once.
 */
export function useRequestedNeeds(
  needs: readonly Need[] | undefined,
  onChosen: (keys: ReadonlySet<string>) => void,
): ReadonlySet<string> | undefined {
  const [params, setParams] = useSearchParams()
  const [requested, setRequested] = useState<ReadonlySet<string>>()
  useEffect(() => {
    const fill = fillIn(params)
    const order = params.get('document_id')
    if (!fill || !needs) return
    const isRequested = ({ device_id, port_number, document_id, quantity_liters }: Need) =>
      device_id === fill.device_id &&
      quantity_liters > 0 &&
      (order ? String(document_id) === order : [null, port_number].includes(fill.port_number))
    const keys = new Set(needs.filter(isRequested).map(({ key }) => key))
    if (keys.size === 0) return
    onChosen(keys)
    setRequested(keys)
    const rest = new URLSearchParams(params)
    rest.delete('fill')
    rest.delete('document_id')
    setParams(rest, { replace: true, preventScrollReset: true })
  }, [needs, params, setParams, onChosen])
  return requested
}
