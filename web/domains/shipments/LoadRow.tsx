import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { companies } from '#core/domains/companies/companies.ts'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { placeOf } from '#core/domains/shipments/stops.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useNewChoice } from '#web/resources/form/selects/useNewChoice.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import { type Load, loadName } from './loads.ts'
import styles from './ShipmentLoads.module.css'

interface LoadRowProps {
  load: Load
  /** The saved load with the names of its references. */
  saved: Load | undefined
  index: number
  errors: Readonly<Record<string, string>>
  vehicles: readonly Vehicle[]
  volumes: VolumeUnits
  isReadOnly: boolean
  onChange: (changes: Load) => void
  onRemove: () => void
}

/** One load: product, receiver, quantity and compartment. */
export function LoadRow(props: LoadRowProps) {
  return props.isReadOnly ? <LoadRead {...props} /> : <LoadInputs {...props} />
}

function LoadRead(props: LoadRowProps) {
  const { load, saved, index, vehicles, volumes } = props
  const { t } = useTranslation()
  const merged = { ...saved, ...load }
  const lacksCompartment = saved?.delivered_liters == null && compartmentsOf(vehicles).length > 0
  return (
    <fieldset className={styles.load} aria-label={t('shipments.load', { number: index + 1 })} data-is-read>
      <Bound {...props} />
      <div className={styles.figure}>
        <Text size="sm" fw={600}>
          {volumes.text(volumes.litresOf(load))}
        </Text>
        <Text size="xs" c="dimmed">
          <About {...{ load: merged, delivered: saved?.delivered_liters, volumes }} />
        </Text>
      </div>
      <Text
        size="sm"
        className={styles.figure}
        c={load.compartment == null ? 'var(--mantine-color-error)' : undefined}
      >
        {load.compartment == null
          ? lacksCompartment && t('shipments.without_compartment')
          : t('shipments.compartment', { number: load.compartment })}
      </Text>
    </fieldset>
  )
}

function LoadInputs(props: LoadRowProps) {
  const { load, saved, index, errors, vehicles, volumes, onChange, onRemove } = props
  const { t } = useTranslation()
  const { apart } = useFormat()
  const shared = sharedOf(props, t)
  const delivered = saved?.delivered_liters
  const invalid = ['quantity', 'unit_id', 'quantity_ordered']
    .map((name) => errors[`details.${index}.${name}`])
    .find(Boolean)
  const compartments = compartmentsOf(vehicles).map(({ number: at, capacity }) => ({
    value: String(at),
    label: apart(`${at} (${volumes.text(capacity)})`),
  }))
  const compartment = load.compartment == null ? null : String(load.compartment)
  const isGone = compartment !== null && !compartments.some(({ value }) => value === compartment)
  const isBound = load.document_detail_id != null || load.device_ports_id != null
  return (
    <fieldset
      className={styles.load}
      aria-label={t('shipments.load', { number: index + 1 })}
      data-is-bound={isBound || undefined}
    >
      {isBound ? <Bound {...props} /> : <Free {...props} />}
      <NumberField
        {...shared('quantity_ordered')}
        error={invalid}
        rightSection={<Text size="xs">{volumes.unit}</Text>}
        description={<About {...{ load: { ...saved, ...load }, delivered, volumes }} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={volumes.shown(load.quantity ?? load.quantity_ordered, load.unit_id)}
        onChange={(quantity) =>
          onChange({ quantity, unit_id: volumes.own?.id ?? null, quantity_ordered: null })
        }
      />
      <SelectInput
        {...shared('compartment')}
        clearable
        data={isGone ? [...compartments, { value: compartment, label: compartment }] : compartments}
        placeholder={t('shipments.no_compartment')}
        value={compartment}
        onChange={(value) => onChange({ compartment: value === null ? null : Number(value) })}
      />
      <ActionIcon
        className={styles.remove}
        aria-label={t('shipments.remove_load', { number: index + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </fieldset>
  )
}

/** The room of the tank, or the quantity delivered to it. */
function About({ load, delivered, volumes }: { load: Load; delivered: unknown; volumes: VolumeUnits }) {
  const { t } = useTranslation()
  if (delivered != null) return t('shipments.delivered', { quantity: volumes.text(Number(delivered)) })
  const { room, room_celsius } = load
  if (room == null) return null
  const celsius = room_celsius == null ? null : Number(room_celsius)
  return t('telemetry.room', { room: volumes.room(Number(room), celsius) })
}

/** The product and receiver of a load: from an order line, a watched tank, or neither. */
function Bound({ load, saved, index, errors }: LoadRowProps) {
  const { t } = useTranslation()
  const merged = { ...saved, ...load }
  const source =
    load.document_detail_id != null
      ? t('shipments.for_order', { number: merged.document_number ?? '' })
      : load.device_ports_id != null &&
        !merged.place &&
        t('shipments.for_tank', { tank: merged.tank_title ?? '' })
  const invalid = ['document_detail_id', 'device_ports_id', 'product_id']
    .map((name) => errors[`details.${index}.${name}`])
    .find(Boolean)
  return (
    <div className={styles.what}>
      <Text size="sm" fw={600}>
        <bdi>{loadName(merged)}</bdi>
      </Text>
      <Text size="sm">{[source, merged.company_title].filter(Boolean).join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        {[merged.public_id, placeOf(merged)].filter(Boolean).join(' · ')}
      </Text>
      {invalid && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {invalid}
        </Text>
      )}
    </div>
  )
}

/** A load without an order and without a watched tank. */
function Free(props: LoadRowProps) {
  const { load, onChange } = props
  const { t } = useTranslation()
  const mayChoose = useMaySelect()
  const { data: products = [] } = useOptions(tank_products, mayChoose(tank_products, shipment_planners))
  const customers = useChoices(
    companies,
    mayChoose(companies, shipment_planners),
    load.company_id == null ? [] : [String(load.company_id)],
  )
  const newChoice = useNewChoice(companies, { set: (company_id) => onChange({ company_id }) })
  const shared = sharedOf(props, t)
  const chosen = (name: string) => ({
    value: load[name] == null ? null : String(load[name]),
    onChange: (value: string | null) => onChange({ [name]: value === null ? null : Number(value) }),
  })
  return (
    <>
      <SelectInput {...shared('product_id')} {...chosen('product_id')} searchable data={products} />
      <SelectInput
        {...shared('company_id')}
        {...chosen('company_id')}
        {...{ newChoice, ...customers }}
        searchable
        clearable
      />
    </>
  )
}

function sharedOf({ index, errors }: LoadRowProps, t: (key: string) => string) {
  return (name: string) => ({
    label: t(`records.shipment_planner_details.fields.${name}`),
    error: errors[`details.${index}.${name}`],
    'data-field': `details.${index}.${name}`,
  })
}
