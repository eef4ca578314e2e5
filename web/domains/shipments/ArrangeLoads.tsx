import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { proposeLoading } from '#core/domains/shipments/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { arrangedLoads, type Loading } from './arrangedLoads.ts'
import { LimitTexts } from './loading/LimitTexts.tsx'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import type { Load } from './loads.ts'

interface ArrangeProps {
  loads: readonly Load[]
  values: FormValues
  shipment_id: unknown
  volumes: VolumeUnits
  onArranged: (loads: Load[]) => void
}

interface ArrangeRequest {
  input: readonly Load[]
  /** The loads of the form at the time of the request. */
  of: readonly Load[]
}

/** A proposal that waits for the planner's decision. */
interface Open {
  loading: Loading
  loads: readonly Load[]
  of: readonly Load[]
}

/**
 * Requests compartments for all loads without one, or rearranges if all have one. If not everything fits, the planner sees the
 * limit and can take the nearest allowed round.
 */
export function useArrangedLoads(props: ArrangeProps) {
  const { loads, values, shipment_id, volumes, onArranged } = props
  const [open, setOpen] = useState<Open | null>(null)
  const latest = useRef<readonly Load[]>(loads)
  const ask = useMutation({
    mutationFn: ({ input }: ArrangeRequest) =>
      request<typeof proposeLoading>('POST', '/shipment_planner/propose_loading', {
        body: {
          shipment_id: idOf(shipment_id),
          truck_id: Number(values.truck_id),
          trailer_id: idOf(values.trailer_id),
          unit_id: volumes.own?.id ?? null,
          details: input.map((load) => plannedOf(load)),
        },
      }),
    onSuccess: ({ loading }, { input, of }) => {
      // Newer changes take precedence over a response about older loads.
      if (!sameLoads(of, latest.current)) return
      if (loading.behind.length > 0) return setOpen({ loading, loads: input, of })
      setOpen(null)
      onArranged(arrangedLoads(input, loading, volumes))
    },
  })
  const areAllPlaced = loads.every((load) => load.compartment != null)
  const input = areAllPlaced ? loads.map((load) => ({ ...load, compartment: null })) : loads
  latest.current = input
  return {
    open: open && sameLoads(open.of, input) ? open : null,
    isBusy: ask.isPending,
    canAsk: Boolean(values.truck_id) && loads.length > 0 && loads.every((load) => load.product_id != null),
    ask: () => ask.mutate({ input, of: input }),
    leaveOut: (index: number) => ask.mutate({ input: input.filter((_, at) => at !== index), of: input }),
    take: () => {
      if (open) onArranged(arrangedLoads(open.loads, open.loading, volumes))
      setOpen(null)
    },
    close: () => setOpen(null),
  }
}

type Arranging = ReturnType<typeof useArrangedLoads>

export function ArrangeButton({ arranging }: { arranging: Arranging }) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLayoutGrid size={14} aria-hidden />}
      disabled={!arranging.canAsk}
      loading={arranging.isBusy}
      onClick={arranging.ask}
    >
      {t('shipments.arrange')}
    </Button>
  )
}

/** Loads that do not fit, the limit that prevents it, and the nearest allowed rounds. */
export function ArrangeOutcome({ arranging, volumes }: { arranging: Arranging; volumes: VolumeUnits }) {
  const { t } = useTranslation()
  if (!arranging.open) return null
  const { loading, loads } = arranging.open
  const { without } = loading
  const nameOf = (index: number) =>
    [t('shipments.load', { number: index + 1 }), loads[index]?.product_title].filter(Boolean).join(' · ')
  const behind = loading.behind.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0)
  return (
    <Alert color="mild" title={t('shipments.not_all_fits')} role="status">
      <Stack gap="xs">
        {loading.behind.map(({ index, quantity_liters }) => (
          <Text key={index} size="sm">
            {t('shipments.stays_behind', { load: nameOf(index), quantity: volumes.text(quantity_liters) })}
          </Text>
        ))}
        <Text size="sm">
          <LimitTexts {...loading} volumes={volumes} />
        </Text>
        <Group gap="xs">
          {loading.pieces.length > 0 && (
            <Button size="xs" onClick={arranging.take}>
              {t('shipments.take_less', { quantity: volumes.text(behind) })}
            </Button>
          )}
          {without !== null && (
            <Button size="xs" variant="default" onClick={() => arranging.leaveOut(without)}>
              {t('shipments.leave_out', { load: nameOf(without) })}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={arranging.close}>
            {t('shipments.keep_as_is')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function plannedOf(load: Load) {
  const text = (name: string) => (load[name] == null || load[name] === '' ? null : String(load[name]))
  return {
    shipment_detail_id: idOf(load.shipment_detail_id),
    product_id: Number(load.product_id),
    quantity: text('quantity'),
    quantity_ordered: load.quantity_ordered == null ? null : Number(load.quantity_ordered),
    unit_id: idOf(load.unit_id),
    compartment: idOf(load.compartment),
    document_detail_id: idOf(load.document_detail_id),
    device_ports_id: idOf(load.device_ports_id),
    company_id: idOf(load.company_id),
  }
}

/** A proposal applies to exactly the loads that it was requested for. */
function sameLoads(one: readonly Load[], other: readonly Load[]): boolean {
  return JSON.stringify(one.map(plannedOf)) === JSON.stringify(other.map(plannedOf))
}

function idOf(value: unknown): number | null {
  return value == null || value === '' ? null : Number(value)
}
