import { ActionIcon, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { companies } from '#core/domains/companies/companies.ts'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { InsideProps } from '#web/resources/recordKind.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { useRecord } from '#web/resources/useRecords.ts'
import { Compartments } from './Compartments.tsx'
import styles from './ShipmentLoads.module.css'

type Load = Readonly<Record<string, unknown>>

const NEW_LOAD: Load = { product_id: null, quantity_ordered: '' }

/** What a round loads: product, quantity and compartment of each stop, with the vehicles' compartments as they fill. */
export function ShipmentLoads({ form, isReadOnly }: InsideProps) {
  const { t } = useTranslation()
  const loads = form.values['details'] as readonly Load[]
  const vehicles = useVehicles(form.values['truck_id'], form.values['trailer_id'])
  const setLoad = (index: number, changes: Load) =>
    form.set({ details: loads.map((load, at) => (at === index ? { ...load, ...changes } : load)) })
  return (
    <Paper p="md" component="section" aria-labelledby="shipment-loads" data-field="details">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="shipment-loads">
          {t('records.shipment_planner_details.label')}
        </Title>
        {!isReadOnly && (
          <Button
            variant="light"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.set({ details: [...loads, NEW_LOAD] })}
          >
            {t('shipments.add_load')}
          </Button>
        )}
      </Group>
      <Stack gap="sm">
        <Compartments vehicles={vehicles} loads={loads} />
        {loads.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('shipments.no_loads')}
          </Text>
        )}
        {loads.map((load, index) => (
          <LoadRow
            key={index}
            load={load}
            index={index}
            errors={form.errors}
            vehicles={vehicles}
            isReadOnly={isReadOnly}
            onChange={(changes) => setLoad(index, changes)}
            onRemove={() => form.set({ details: loads.filter((_, at) => at !== index) })}
          />
        ))}
      </Stack>
    </Paper>
  )
}

interface LoadRowProps {
  load: Load
  index: number
  errors: Readonly<Record<string, string>>
  vehicles: readonly Vehicle[]
  isReadOnly: boolean
  onChange: (changes: Load) => void
  onRemove: () => void
}

function LoadRow({ load, index, errors, vehicles, isReadOnly, onChange, onRemove }: LoadRowProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data: products = [] } = useOptions(tank_products)
  const { data: customers = [] } = useOptions(companies)
  const shared = (name: string) => ({
    label: t(`records.shipment_planner_details.fields.${name}`),
    disabled: isReadOnly,
    error: errors[`details.${index}.${name}`],
    'data-field': `details.${index}.${name}`,
  })
  const chosen = (name: string) => ({
    value: load[name] == null ? null : String(load[name]),
    onChange: (value: string | null) => onChange({ [name]: value === null ? null : Number(value) }),
  })
  const compartments = compartmentsOf(vehicles).map(({ number: at, capacity }) => ({
    value: String(at),
    label: `${at} (${number(capacity)} ${t('units.L')})`,
  }))
  const delivered = load['quantity_delivered']
  return (
    <fieldset className={styles.load} aria-label={t('shipments.load', { number: index + 1 })}>
      <Select {...shared('product_id')} {...chosen('product_id')} searchable data={products} />
      <Select {...shared('company_id')} {...chosen('company_id')} searchable clearable data={customers} />
      <TextInput
        {...shared('quantity_ordered')}
        inputMode="numeric"
        rightSection={<Text size="xs">{t('units.L')}</Text>}
        description={
          delivered == null ? undefined : t('shipments.delivered', { litres: number(Number(delivered)) })
        }
        value={String(load['quantity_ordered'] ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ quantity_ordered: /^\d+$/.test(value.trim()) ? Number(value) : value })
        }
      />
      <Select {...shared('compartment')} {...chosen('compartment')} clearable data={compartments} />
      {!isReadOnly && (
        <ActionIcon aria-label={t('shipments.remove_load', { number: index + 1 })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </fieldset>
  )
}

/** Truck and trailer as they were chosen; nothing for who may not read them. */
function useVehicles(...ids: unknown[]): Vehicle[] {
  const [truck, trailer] = ids.map((id) => (id ? String(id) : undefined))
  const found = [useRecord(tanker_trucks, truck), useRecord(tanker_trucks, trailer)]
  return found.flatMap(({ data }) => (data ? [data as unknown as Vehicle] : []))
}
