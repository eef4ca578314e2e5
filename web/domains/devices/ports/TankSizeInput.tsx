import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useOptionRows } from '#web/resources/useOptions.ts'
import type { PortFormState } from './usePortForm.ts'
import { type TankSpec, useTankSpecs } from './usePorts.ts'

/** Types of tank that hold a liquefied gas: the round ends bear its pressure. */
const PRESSURE_VESSELS: readonly string[] = [
  'horizontal_cylinder_hemispherical',
  'horizontal_cylinder_elliptical',
  'horizontal_cylinder_torispherical',
]

interface TankSizeInputProps {
  tank: Pick<PortFormState, 'form' | 'fields' | 'types'>
  isReadOnly?: boolean
  label?: string
}

/** A product of the choices, as the tank depends on it. */
export interface TankProduct {
  product_id: number
  company_id: number
  product_group: string
}

/** A manufacturer's tank that suits the product, which fills in type and size. Hidden if none are known. */
export function TankSizeInput({
  tank: { form, fields, types },
  isReadOnly = false,
  label,
}: TankSizeInputProps) {
  const { t } = useTranslation()
  const { data: all = [] } = useTankSpecs()
  const { data: products = [] } = useOptionRows<TankProduct>(tank_products)
  const product = products.find(({ product_id }) => product_id === form.values.product_id)
  const vessels = types.filter(({ slug }) => PRESSURE_VESSELS.includes(slug))
  const suitable = all.filter(
    ({ tank_spec_id, tank_type_id }) =>
      tank_spec_id === form.values.template || vessels.some((type) => type.tank_type_id === tank_type_id),
  )
  const specs = product?.product_group === 'lpg' && suitable.length > 0 ? suitable : all
  const copy = (spec: TankSpec | undefined) => {
    if (!spec) return form.set({ template: null })
    form.set({ template: spec.tank_spec_id, tank_type_id: spec.tank_type_id, ...sizeIn(spec, fields) })
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

/** The size of a manufacturer's tank in the fields of the form. */
function sizeIn(spec: TankSpec, fields: PortFormState['fields']): Record<string, string> {
  const { wall, dish, knuckle } = fields.details
  const names = new Set<string>([fields.capacity, ...Object.values(fields.sides), wall, dish, knuckle])
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]) => (names.has(name) ? [[name, String(Number(value))]] : [])),
  )
}

/** 120 gal before 1,000 gal; tanks of one size by their names. */
const bySize = (one: TankSpec, other: TankSpec) =>
  Number(one.def_liters) - Number(other.def_liters) ||
  one.label.localeCompare(other.label, undefined, { numeric: true })
