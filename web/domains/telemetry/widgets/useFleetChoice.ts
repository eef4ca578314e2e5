import { useSearchParams } from 'react-router'
import { FLEET_STATES, type FleetState } from '#core/domains/telemetry/fleetStates.ts'

/** The state that filters the dashboard; it is in the address, so that it can be shared. */
export function useFleetChoice(): [FleetState | null, (state: FleetState | null) => void] {
  const [params, setParams] = useSearchParams()
  const chosen = FLEET_STATES.find((state) => state === params.get('level')) ?? null
  return [chosen, (state) => setParams(state ? { level: state } : {}, { replace: true })]
}
