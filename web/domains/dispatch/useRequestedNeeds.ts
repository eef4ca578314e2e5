import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fillIn } from '#web/domains/telemetry/tank/fillAddress.ts'
import type { Need } from './boardTypes.ts'

/** What the user came for: the keys of its needs, or that none of them is listed. */
interface RequestedNeeds {
  requested: ReadonlySet<string> | undefined
  /** The order or tank without a need; an order by its id. */
  missing: { document_id: number | null } | undefined
}

/**
 * Chooses the needs that the user came for, those of an order, a tank or a device, and returns them. The request then leaves the
 * address, so that it applies once.
 */
export function useRequestedNeeds(
  needs: readonly Need[] | undefined,
  onChosen: (keys: ReadonlySet<string>) => void,
): RequestedNeeds {
  const [params, setParams] = useSearchParams()
  const [requested, setRequested] = useState<ReadonlySet<string>>()
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    const keys = needs && keysIn(params, needs)
    if (!keys) return
    setIsMissing(keys.size === 0)
    if (keys.size === 0) return
    onChosen(keys)
    setRequested(keys)
    const rest = new URLSearchParams(params)
    rest.delete('fill')
    rest.delete('document_id')
    setParams(rest, { replace: true, preventScrollReset: true })
  }, [needs, params, setParams, onChosen])
  const order = params.get('document_id')
  const missing = isMissing && fillIn(params) ? { document_id: order ? Number(order) : null } : undefined
  return { requested, missing }
}

/** The needs that an address asks for; undefined if it asks for none. */
function keysIn(params: URLSearchParams, needs: readonly Need[]): ReadonlySet<string> | undefined {
  const fill = fillIn(params)
  const order = params.get('document_id')
  if (!fill) return undefined
  const isRequested = ({ device_id, port_number, document_id, quantity_liters }: Need) =>
    device_id === fill.device_id &&
    quantity_liters > 0 &&
    (order ? String(document_id) === order : [null, port_number].includes(fill.port_number))
  return new Set(needs.filter(isRequested).map(({ key }) => key))
}
