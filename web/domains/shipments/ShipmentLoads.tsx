import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { listLastProducts } from '#core/domains/shipments/calls.ts'
import { checkLoad, compartmentsOf, OVERRULABLE, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { loadIssueParams } from '#core/domains/shipments/loadIssueParams.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import type { EmbeddedProps } from '#web/resources/record/recordKind.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'
import { ArrangeButton, ArrangeOutcome, useArrangedLoads } from './ArrangeLoads.tsx'
import { LoadChooser } from './LoadChooser.tsx'
import { LoadRow } from './LoadRow.tsx'
import { useVolumeUnits, type VolumeUnits } from './loading/useVolumeUnits.ts'
import { judgedLoads, type Load, type LoadContext, type LoadProduct, withChosen } from './loads.ts'
import { LeftInCompartments } from './result/LeftInCompartments.tsx'
import { isFinished } from './result/RoundResult.tsx'
import { useRequestedLoads } from './useRequestedLoads.ts'
import { Vessels } from './Vessels.tsx'

const NEW_LOAD: Load = { product_id: null, quantity: '', quantity_ordered: null }

type ShipmentLoadsProps = EmbeddedProps<ShipmentRecord, typeof shipment_planners>

/** The loads of a round: chosen from orders and tanks, or typed, with the fill of the compartments. */
export function ShipmentLoads({ form, record, isReadOnly, editButton }: ShipmentLoadsProps) {
  const { t } = useTranslation()
  const [isChoosing, { open, close }] = useDisclosure(false)
  const planned = usePlannedLoads(form, record)
  const { loads, saved, vehicles, volumes, context, problems, set, arranging } = planned
  return (
    <Paper p="md" component="section" aria-labelledby="shipment-loads" data-field="details">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="shipment-loads">
          {t('records.shipment_planner_details.label')}
        </Title>
        {editButton?.(t('records.shipment_planner_details.label'))}
        {!isReadOnly && <LoadButtons planned={planned} onChoose={open} />}
      </Group>
      <Stack gap="sm">
        {!isReadOnly && <Warnings warnings={record?.warnings ?? []} />}
        {!isReadOnly && <ArrangeOutcome {...{ arranging, volumes }} />}
        {record && isFinished(record) ? (
          <LeftInCompartments shipment_id={Number(record.shipment_id)} volumes={volumes} />
        ) : (
          <Compartments {...{ vehicles, loads, volumes }} />
        )}
        {loads.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('shipments.no_loads')}
          </Text>
        )}
        {loads.map((load, index) => (
          <LoadRow
            key={index}
            {...{ load, index, vehicles, volumes, isReadOnly }}
            saved={saved.find((item) => item.shipment_detail_id === load.shipment_detail_id)}
            errors={isReadOnly ? form.errors : { ...problems, ...form.errors }}
            onChange={(changes) => set(loads.with(index, { ...load, ...changes }))}
            onRemove={() => set(loads.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      {isChoosing && (
        <LoadChooser
          shipment_id={record?.shipment_id}
          {...{ loads, volumes }}
          onClose={close}
          onChoose={(chosen) => {
            set(withChosen(loads, chosen, { ...context, vehicles }))
            close()
          }}
        />
      )}
    </Paper>
  )
}

type PlannedLoads = ReturnType<typeof usePlannedLoads>

/** The loads of the form with their vehicles, issues and arranging. */
function usePlannedLoads(form: ShipmentLoadsProps['form'], record: ShipmentLoadsProps['record']) {
  const loads: readonly Load[] = form.values.details ?? []
  const saved = record?.details ?? []
  const vehicles = useVehicles(form.values, record?.shipment_id)
  const volumes = useVolumeUnits()
  const products = useProducts()
  useRequestedLoads(form, record === null, volumes)
  const stops = (record?.stops ?? []).map((stop) => ({
    ...stop,
    isBegun: stop.status !== 'planned',
  }))
  const context: LoadContext = { products, saved, stops, litresOf: volumes.litresOf }
  const problems = useProblems(form, vehicles, judgedLoads(loads, context))
  const set = (details: readonly Load[]) => form.set({ details })
  const arranging = useArrangedLoads({
    ...{ loads, volumes, values: form.values, shipment_id: record?.shipment_id },
    onArranged: set,
  })
  return { loads, saved, vehicles, volumes, context, problems, set, arranging }
}

interface CompartmentsProps {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
  volumes: VolumeUnits
}

/** The compartments of truck and trailer, filled with the loads. */
function Compartments({ vehicles, loads, volumes }: CompartmentsProps) {
  const vessels = compartmentsOf(vehicles).map(({ number, capacity }) => ({
    ...{ number, capacity },
    filled: loads
      .filter((load) => load.compartment === number)
      .reduce((sum, load) => sum + volumes.litresOf(load), 0),
  }))
  if (vessels.length === 0) return null
  return <Vessels vessels={vessels} volumes={volumes} />
}

function LoadButtons({ planned, onChoose }: { planned: PlannedLoads; onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onChoose}>
        {t('shipments.add_from')}
      </Button>
      <Button size="xs" variant="default" onClick={() => planned.set([...planned.loads, NEW_LOAD])}>
        {t('shipments.add_load')}
      </Button>
      <ArrangeButton arranging={planned.arranging} />
    </Group>
  )
}

function Warnings({ warnings }: { warnings: NonNullable<ShipmentRecord['warnings']> }) {
  const { t } = useTranslation()
  if (warnings.length === 0) return null
  return (
    <Alert color="mild" title={t('shipments.unwise')}>
      {warnings.map(({ message }) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  )
}

/** The products, which decide what may share a compartment or a vehicle. */
function useProducts(): readonly LoadProduct[] {
  const mayChoose = useMaySelect()(tank_products, shipment_planners)
  const { data = [] } = useOptionRows<LoadProduct & { label: string }>(tank_products, mayChoose)
  return data.map((product) => ({ ...product, product_name: product.label }))
}

/** The issues of the round as planned now: the same rules and messages as the server's refusal. */
function useProblems(
  form: EmbeddedProps['form'],
  vehicles: readonly Vehicle[],
  loads: Parameters<typeof checkLoad>[1],
): Record<string, string> {
  const { t } = useTranslation()
  const { units } = useFormat()
  const { language } = useLanguage()
  const isOverruled = form.values.overrule_ullage === 1
  return Object.fromEntries(
    checkLoad(vehicles, loads)
      .filter(({ rule }) => !(isOverruled && OVERRULABLE.includes(rule)))
      .map((issue) => [
        `details.${issue.index}.${/^over_/.test(issue.rule) ? 'quantity' : 'compartment'}`,
        t(`rules.${issue.rule}`, loadIssueParams(issue, { units, language })),
      ]),
  )
}

/** The chosen truck and trailer with carried-over product; empty for users who may not choose them. */
function useVehicles({ truck_id, trailer_id }: FormValues, shipment_id: unknown): Vehicle[] {
  const mayChoose = useMaySelect()(tanker_trucks, shipment_planners)
  const { data = [] } = useOptionRows<Vehicle & { truck_id: number; label: string }>(tanker_trucks, mayChoose)
  const ids = Object.entries({ truck_id, trailer_id, shipment_id }).filter(([, id]) => Boolean(id))
  const query: SentTo<typeof listLastProducts>['query'] = Object.fromEntries(
    ids.map(([name, id]) => [name, Number(id)]),
  )
  const { data: last } = useQuery({
    queryKey: [shipment_planners.name, 'last_products', query],
    queryFn: reading<typeof listLastProducts>('/shipment_planner/last_products', { query }),
    select: ({ last_products }) => last_products,
    enabled: mayChoose && Boolean(truck_id || trailer_id),
  })
  return [truck_id, trailer_id].flatMap((id) => {
    const vehicle = data.find((item) => item.truck_id === Number(id))
    const carried = last?.find((item) => item.truck_id === Number(id))
    return vehicle ? [{ ...vehicle, ...carried, truck_name: vehicle.label }] : []
  })
}
