import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import type { Load } from './loads.ts'
import { Vessels } from './Vessels.tsx'

interface CompartmentsProps {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
  volumes: VolumeUnits
}

/** The compartments of truck and trailer, filled with the loads. */
export function Compartments({ vehicles, loads, volumes }: CompartmentsProps) {
  const vessels = compartmentsOf(vehicles).map(({ number, capacity }) => ({
    ...{ number, capacity },
    filled: loads
      .filter((load) => load.compartment === number)
      .reduce((sum, load) => sum + volumes.litresOf(load), 0),
  }))
  if (vessels.length === 0) return null
  return <Vessels vessels={vessels} volumes={volumes} />
}
