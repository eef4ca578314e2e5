import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { PortFormState } from './usePortForm.ts'
import { type TankSpec, useTankSpecs } from './usePorts.ts'

interface TankSizeInputProps {
  tank: Pick<PortFormState, 'form' | 'fields'>
  isReadOnly?: boolean
  label?: string
}

/** A manufacturer's tank, which fills in type and size. Hidden if none are known. */
export function TankSizeInput({ tank: { form, fields }, isReadOnly = false, label }: TankSizeInputProps) {
  const { t } = useTranslation()
  const { data: specs = [] } = useTankSpecs()
  const copy = (spec: TankSpec | undefined) => {
    if (!spec) return form.set({ template: null })
    const { wall, dish, knuckle } = fields.details
    const names = new Set<string>([fields.capacity, ...Object.values(fields.sides), wall, dish, knuckle])
    const size = Object.entries(spec).flatMap(([name, value]) =>
      names.has(name) ? [[name, String(Number(value))]] : [],
    )
    form.set({ template: spec.tank_spec_id, tank_type_id: spec.tank_type_id, ...Object.fromEntries(size) })
  }
  if (specs.length === 0) return null
  return (
    <SelectInput
      label={label ?? t('records.device_ports.fields.template')}
      description={label ? undefined : t('records.device_ports.help.template')}
      searchable
      clearable
      disabled={isReadOnly}
      data={specs.toSorted(bySize).map(({ tank_spec_id, label: name }) => ({
        value: String(tank_spec_id),
        label: name,
      }))}
      value={form.values.template == null ? null : String(form.values.template)}
      error={form.errors.template}
      onChange={(id) => copy(specs.find(({ tank_spec_id }) => String(tank_spec_id) === id))}
      data-field="template"
    />
  )
}

/** 120 gal before 1,000 gal, by the numbers in the names. */
const bySize = (one: TankSpec, other: TankSpec) =>
  one.label.localeCompare(other.label, undefined, { numeric: true })
