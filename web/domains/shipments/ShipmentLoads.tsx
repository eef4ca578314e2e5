import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import type { InsideProps } from '#web/resources/recordKind.ts'
import { useMayChoose } from '#web/resources/useMayChoose.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'
import { Compartments } from './Compartments.tsx'
import { LoadChooser } from './LoadChooser.tsx'
import { LoadRow } from './LoadRow.tsx'
import { type Load, withChosen } from './loads.ts'

const NEW_LOAD: Load = { product_id: null, quantity_ordered: '' }

/** What a round loads: chosen from orders and tanks, or typed, with the vehicles' compartments as they fill. */
export function ShipmentLoads({ form, record, isReadOnly }: InsideProps) {
  const { t } = useTranslation()
  const [isChoosing, { open, close }] = useDisclosure(false)
  const loads = form.values['details'] as readonly Load[]
  const saved = (record?.['details'] as readonly Load[] | undefined) ?? []
  const vehicles = useVehicles(form.values['truck_id'], form.values['trailer_id'])
  const set = (details: readonly Load[]) => form.set({ details })
  return (
    <Paper p="md" component="section" aria-labelledby="shipment-loads" data-field="details">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="shipment-loads">
          {t('records.shipment_planner_details.label')}
        </Title>
        {!isReadOnly && (
          <Group gap="xs">
            <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
              {t('shipments.add_from')}
            </Button>
            <Button size="xs" variant="default" onClick={() => set([...loads, NEW_LOAD])}>
              {t('shipments.add_load')}
            </Button>
          </Group>
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
            {...{ load, index, vehicles, isReadOnly }}
            saved={saved.find((one) => one['shipment_detail_id'] === load['shipment_detail_id'])}
            errors={form.errors}
            onChange={(changes) => set(loads.map((one, at) => (at === index ? { ...one, ...changes } : one)))}
            onRemove={() => set(loads.filter((_, at) => at !== index))}
          />
        ))}
      </Stack>
      {isChoosing && (
        <LoadChooser
          shipment_id={record?.['shipment_id']}
          loads={loads}
          onClose={close}
          onChoose={(chosen) => {
            set(withChosen(loads, chosen, vehicles))
            close()
          }}
        />
      )}
    </Paper>
  )
}

/** Truck and trailer as they were chosen; nothing for who may not choose them. */
function useVehicles(...ids: unknown[]): Vehicle[] {
  const mayChoose = useMayChoose()(tanker_trucks, shipment_planners)
  const { data = [] } = useOptionRows<Vehicle & { truck_id: number }>(tanker_trucks, mayChoose)
  return ids.flatMap((id) => data.find(({ truck_id }) => truck_id === Number(id)) ?? [])
}
