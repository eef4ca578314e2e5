import { customers } from '#core/domains/companies/customers.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { PlacePart } from '#core/domains/devices/places.ts'
import { hasSensorOffset, sensor_types } from '#core/domains/devices/sensor_types.ts'
import { useMay } from '#web/platform/session/session.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'
import { type AnyRecord, useRecords } from '#web/resources/useRecords.ts'
import type { SensorType } from '../ports/OffsetInput.tsx'
import { usePorts } from '../ports/usePorts.ts'

export type Proposed = Readonly<Record<Exclude<PlacePart, 'site'>, FormValues>>

const DEVICE_FIELDS = ['device_type_id', 'mobile_provider_id', 'record_interval', 'upload_interval']
const CUSTOMER_FIELDS = ['payment_term_id', 'currency_id']

/** The values that most places share with the previous one: device, sensor, terms. Undefined until known. */
export function usePlaceProposals(): Proposed | undefined {
  const may = useMay()
  const device = useRecords(devices, newestOf(devices))
  const customer = useRecords(customers, newestOf(customers), may('companies.create'))
  const last = device.data?.rows[0]
  const ports = usePorts(Number(last?.device_id), last !== undefined)
  const sensors = useOptionRows<SensorType>(sensor_types)
  if ([device, customer, ports, sensors].some(({ isLoading }) => isLoading)) return undefined
  const [port] = ports.data ?? []
  const sensor = sensors.data?.find(({ sensor_type_id }) => sensor_type_id === port?.sensor_type_id)
  return {
    customer: pick(customer.data?.rows[0], CUSTOMER_FIELDS),
    device: pick(last, DEVICE_FIELDS),
    // The sensor offset differs per tank, unless the sensor needs none.
    tank: {
      ...pick(port, ['sensor_type_id']),
      ...(sensor && !hasSensorOffset(sensor.measure) && { sensor_offset: '1', imperial_sensor_offset: '1' }),
    },
  }
}

const newestOf = ({ id }: { id: string }) => ({ sort: `-${id}`, page_num: '1', page_size: '1' })

function pick(record: AnyRecord | undefined, names: readonly string[]): FormValues {
  return Object.fromEntries(
    names.flatMap((name) => (record?.[name] == null ? [] : [[name, record[name]] as const])),
  )
}
