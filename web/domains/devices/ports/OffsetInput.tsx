import { useEffect } from 'react'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { hasSensorOffset, type MEASURES, sensor_types } from '#core/domains/devices/sensor_types.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { useOptionRows } from '#web/resources/useOptions.ts'
import type { PortFormState } from './usePortForm.ts'

export interface SensorType {
  sensor_type_id: number
  measure: (typeof MEASURES)[number]
}

interface OffsetInputProps {
  tank: Pick<PortFormState, 'form' | 'fields'>
  isReadOnly?: boolean
}

/** The sensor offset; hidden for a dial or another sensor that needs none. */
export function OffsetInput({ tank: { form, fields }, isReadOnly = false }: OffsetInputProps) {
  const { data: types = [] } = useOptionRows<SensorType>(sensor_types)
  const chosen = types.find(({ sensor_type_id }) => sensor_type_id === form.values.sensor_type_id)
  const isHidden = chosen !== undefined && !hasSensorOffset(chosen.measure)
  const { set } = form
  const isEmpty = form.values[fields.offset] == null || form.values[fields.offset] === ''
  // The field is required but never read for such a sensor.
  useEffect(() => {
    if (isHidden && isEmpty) set({ [fields.offset]: '1' })
  }, [isHidden, isEmpty, set, fields.offset])
  if (isHidden) return null
  return <RecordInput resource={device_ports} form={form} isReadOnly={isReadOnly} name={fields.offset} />
}
