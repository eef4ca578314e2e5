import { lazy } from 'react'
import { COMPARTMENT_NUMBERS, type tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'

const IN_LITRES = COMPARTMENT_NUMBERS.map((number) => `compartment${number}` as const)
const IN_GALLONS = COMPARTMENT_NUMBERS.map((number) => `imperial_compartment${number}` as const)
const COMPARTMENTS = ['num_of_compartments', ...IN_LITRES, ...IN_GALLONS]

/** The list of trucks: who drives, and how much they hold. */
export const truckList: ListKind = {
  Actions: lazy(() => import('./onTruck/TruckLinks.tsx').then((m) => ({ default: m.TruckLinks }))),
  standard: ['truck_name', 'vehicle_class', 'company_id', 'driver_id', 'num_of_compartments', 'capacity'],
  columns: {
    capacity: {
      text: 'shipments.capacity',
      needs: COMPARTMENTS,
      inFiles: COMPARTMENTS,
      isNumeric: true,
      Cell: Capacity,
    },
  },
}

/** What all its compartments hold, in the reader's unit: an answer has the sizes in that one only. */
function Capacity({ record }: { record: Partial<RecordOf<typeof tanker_trucks>> }) {
  const { units, quantity } = useFormat()
  const [names, unit] = units === 'metric' ? [IN_LITRES, 'L' as const] : [IN_GALLONS, 'gal' as const]
  const used = names.slice(0, record.num_of_compartments)
  const capacity = used.reduce((sum, name) => sum + Number(record[name] ?? 0), 0)
  return <span data-figures>{quantity(capacity, unit, 0)}</span>
}
