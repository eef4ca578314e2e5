import { Badge, Button, Checkbox, Group, ScrollArea, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { listLoadChoices } from '#core/domains/shipments/calls.ts'
import type { OrderLineChoice, TankChoice } from '#core/domains/shipments/loadChoices.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import { type Load, loadName, loadOfLine, loadOfTank } from './loads.ts'
import styles from './ShipmentLoads.module.css'

interface LoadChooserProps {
  /** Undefined for an unsaved shipment. */
  shipment_id: unknown
  loads: readonly Load[]
  volumes: VolumeUnits
  onChoose: (chosen: Load[]) => void
  onClose: () => void
}

/** Offers what can be loaded: waiting order lines and tanks with room, the most urgent first; several at once. */
export function LoadChooser({ shipment_id, loads, volumes, onChoose, onClose }: LoadChooserProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Load>>(new Map())
  const { data, isError, error, refetch } = useChoices(search, shipment_id)
  const toggle = (key: string, load: Load) => setChosen((before) => toggled(before, key, load))
  return (
    <Dialog size="lg" onClose={onClose} title={t('shipments.choose_title')}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          aria-label={t('resources.search')}
          placeholder={t('shipments.choose_search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isError && <ErrorState error={error} onRetry={refetch} />}
        <Offered {...{ loads, volumes, choices: data, chosen }} onToggle={toggle} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('resources.cancel')}
          </Button>
          <Button disabled={chosen.size === 0} onClick={() => onChoose([...chosen.values()])}>
            {t('shipments.choose', { count: chosen.size })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function toggled(chosen: ReadonlyMap<string, Load>, key: string, load: Load) {
  const next = new Map(chosen)
  if (!next.delete(key)) next.set(key, load)
  return next
}

interface OfferedProps extends Pick<LoadChooserProps, 'loads' | 'volumes'> {
  choices: ReturnType<typeof useChoices>['data']
  chosen: ReadonlyMap<string, Load>
  onToggle: (key: string, load: Load) => void
}

/** The choices that are not among the loads yet. */
function Offered({ loads, volumes, choices, chosen, onToggle }: OfferedProps) {
  const { t } = useTranslation()
  const lines = choices?.order_lines.filter((line) => !isLoaded(loads, 'document_detail_id', line)) ?? []
  const tanks = choices?.tanks.filter((tank) => !isLoaded(loads, 'device_ports_id', tank)) ?? []
  const shared = (key: string, load: Load) => ({
    ...{ volumes, isChosen: chosen.has(key), onToggle: () => onToggle(key, load) },
  })
  return (
    <Tabs defaultValue="orders">
      <Tabs.List>
        <Tabs.Tab value="orders">{t('shipments.from_orders', { count: lines.length })}</Tabs.Tab>
        <Tabs.Tab value="tanks">{t('shipments.from_tanks', { count: tanks.length })}</Tabs.Tab>
      </Tabs.List>
      <Choices name="orders" isEmpty={choices !== undefined && lines.length === 0}>
        {lines.map((line) => {
          const key = `line-${line.document_detail_id}`
          return <LineChoice key={key} line={line} {...shared(key, loadOfLine(line, volumes))} />
        })}
      </Choices>
      <Choices name="tanks" isEmpty={choices !== undefined && tanks.length === 0}>
        {tanks.map((tank) => {
          const key = `tank-${tank.device_ports_id}`
          return <TankRow key={key} tank={tank} {...shared(key, loadOfTank(tank, volumes))} />
        })}
      </Choices>
    </Tabs>
  )
}

function Choices({ name, isEmpty, children }: { name: string; isEmpty: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Tabs.Panel value={name} pt="sm">
      <ScrollArea.Autosize mah="50dvh" type="auto" offsetScrollbars="y">
        {isEmpty ? (
          <Text size="sm" c="dimmed" py="md">
            {t(`shipments.none_${name}`)}
          </Text>
        ) : (
          <Stack gap={0}>{children}</Stack>
        )}
      </ScrollArea.Autosize>
    </Tabs.Panel>
  )
}

interface ChoiceProps {
  isChosen: boolean
  onToggle: () => void
}

type Measured = ChoiceProps & { volumes: VolumeUnits }

function LineChoice({ line, volumes, isChosen, onToggle }: Measured & { line: OrderLineChoice }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { room, liters_left } = line
  return (
    <Choice
      {...{ isChosen, onToggle }}
      title={`${line.document_number} · ${line.product_title}`}
      quantity={volumes.text(liters_left)}
      about={[
        line.company_title,
        line.place,
        t(`shipments.${line.is_usual_day ? 'due_as_usual' : 'ordered_for'}`, {
          date: date(line.ordered_for),
        }),
        room !== null && room < liters_left
          ? t('telemetry.room', { room: volumes.room(room, line.room_celsius) })
          : null,
      ]}
      note={
        line.quantity_left < line.quantity
          ? t('shipments.left_of', { quantity: volumes.text(line.quantity_liters) })
          : undefined
      }
    />
  )
}

function TankRow({ tank, volumes, isChosen, onToggle }: Measured & { tank: TankChoice }) {
  const { t } = useTranslation()
  const { number, age } = useFormat()
  const now = useNow()
  const planned = tank.quantity_planned > 0 && volumes.text(tank.quantity_planned)
  return (
    <Choice
      {...{ isChosen, onToggle }}
      title={loadName(tank)}
      quantity={volumes.room(tank.room, tank.room_celsius)}
      about={[
        tank.company_title,
        tank.public_id,
        tank.percent === null
          ? null
          : t(tank.level_source === 'estimated' ? 'shipments.at_percent_estimated' : 'shipments.at_percent', {
              percent: number(tank.percent, 0),
              age: age(new Date(now - (tank.level_age ?? 0) * 1000).toISOString(), now),
            }),
        tank.days_to_empty === null
          ? null
          : tank.days_to_empty === 0 && tank.level_source === 'estimated'
            ? t('shipments.ran_dry')
            : t('shipments.days_left', { count: Math.floor(tank.days_to_empty) }),
      ]}
      note={planned ? t('shipments.already_planned', { quantity: planned }) : undefined}
      isUrgent={tank.level === 'urgent'}
    />
  )
}

interface ChoiceTexts {
  title: string
  quantity: string
  about: (string | null)[]
  note: string | undefined
  isUrgent?: boolean
}

function Choice({ title, quantity, about, note, isUrgent, isChosen, onToggle }: ChoiceProps & ChoiceTexts) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <label className={styles.choice} htmlFor={id}>
      <Checkbox id={id} checked={isChosen} onChange={onToggle} aria-label={title} />
      <div className={styles.what}>
        <Text size="sm" fw={600}>
          <bdi>{title}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={styles.figure}>
        <Text size="sm" fw={600}>
          {quantity}
        </Text>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {isUrgent && <Badge color="urgent">{t('shipments.urgent')}</Badge>}
      </div>
    </label>
  )
}

function useChoices(search: string, shipment_id: unknown) {
  const query = {
    ...(search && { search }),
    ...(shipment_id ? { shipment_id: Number(shipment_id) } : {}),
  }
  return useQuery({
    queryKey: ['shipment_planners', 'load_choices', query],
    queryFn: reading<typeof listLoadChoices>('/shipment_planner/load_choices', { query }),
    select: ({ load_choices }) => load_choices,
    placeholderData: keepPreviousData,
  })
}

function isLoaded<N extends string>(
  loads: readonly Load[],
  name: N,
  choice: Readonly<Record<N, number>>,
): boolean {
  return loads.some((load) => load[name] === choice[name])
}
