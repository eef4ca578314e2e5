import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconDots,
  IconTruck,
  IconTruckReturn,
} from '@tabler/icons-react'
import type { Stop } from '#core/domains/shipments/stops.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Lifted, Round, RoundLoad } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { idsOf, isBuiltFor, stopName, timesOf } from './roundState.ts'
import type { BoardActions } from './useBoardActions.tsx'

interface StopRowProps {
  stop: Stop<RoundLoad>
  at: number
  stops: Stop<RoundLoad>[]
  round: Round
  board: Board
  volumes: VolumeUnits
  actions: BoardActions
  mayChange: boolean
}

/** A stop with its loads; moved by dragging or by its menu. */
export function StopRow(props: StopRowProps) {
  const { stop, at, round, volumes, mayChange } = props
  const lifted: Lifted = { round, ids: idsOf(stop) }
  const id = `stop:${round.shipment_id}:${stop.key}`
  const drag = useDraggable({ id, data: { lifted }, disabled: !mayChange })
  const drop = useDroppable({ id, data: { round, before: idsOf(stop) }, disabled: !mayChange })
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node)
        drop.setNodeRef(node)
      }}
      className={styles.stop}
      data-is-dragging={drag.isDragging || undefined}
      data-is-over={(drop.isOver && !drag.isDragging) || undefined}
      data-is-fixed={!mayChange || undefined}
      {...drag.listeners}
    >
      <span className={styles.number} data-figures>
        {at + 1}
      </span>
      <StopText {...{ stop, round, volumes }} />
      {mayChange && <StopMenu {...props} />}
    </li>
  )
}

const STEPS = [
  { by: -1, Icon: IconArrowUp, text: 'dispatch.earlier' },
  { by: 1, Icon: IconArrowDown, text: 'dispatch.later' },
] as const

function StopMenu({ stop, at, stops, round, board, actions }: StopRowProps) {
  const { t } = useTranslation()
  const { reorder, takeOff, move } = actions
  const lifted: Lifted = { round, ids: idsOf(stop) }
  const label = t('dispatch.more_of', { name: stopName(stop) })
  const rest = stops.toSpliced(at, 1)
  const others = board.trucks.filter(({ truck_id }) => truck_id !== round.truck_id)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={label} className={styles.action}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {STEPS.filter(({ by }) => stops[at + by]).map(({ by, Icon, text }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => reorder(round, rest.toSpliced(at + by, 0, stop).flatMap(idsOf))}
          >
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconTruckReturn size={16} aria-hidden />} onClick={() => takeOff(lifted)}>
          {t('dispatch.take_off')}
        </Menu.Item>
        {others.map((truck) => {
          const isFit = stop.loads.some((load) => isBuiltFor(board, truck, load))
          return (
            <Menu.Item
              key={truck.truck_id}
              leftSection={<IconTruck size={16} aria-hidden />}
              disabled={!isFit}
              onClick={() => move(lifted, { truck_id: truck.truck_id, day: board.day })}
            >
              {t('dispatch.move_to', { truck: truck.truck_name })}
              {!isFit && (
                <Text size="xs" c="dimmed">
                  {t('dispatch.cannot_bring.product')}
                </Text>
              )}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function StopText({ stop, round, volumes }: Pick<StopRowProps, 'stop' | 'round' | 'volumes'>) {
  const { t } = useTranslation()
  const { clock } = useTravelText()
  const name = stopName(stop)
  const { arrival, hasArrived, isUndelivered, isOnlyPlanned, isOnTheWay, time_zone, waits } = timesOf(
    round,
    stop,
    useNow(),
  )
  return (
    <div className={styles.what}>
      <div className={styles.line}>
        <Text size="sm" fw={600} className={styles.name} dir="auto" title={name}>
          {name}
        </Text>
        {arrival && (
          <Text size="xs" className={styles.quantity} data-figures>
            {hasArrived && !isUndelivered && (
              <IconCheck size={14} aria-label={t('dispatch.arrived')} className={styles.arrived} />
            )}
            {isOnlyPlanned && `${t('dispatch.planned')} `}
            <time dateTime={arrival}>{clock(arrival, time_zone)}</time>
          </Text>
        )}
      </div>
      {isOnTheWay && (
        <Text size="xs" c="dimmed">
          {t('deliveries.on_the_way')}
        </Text>
      )}
      {isUndelivered && (
        <Text size="xs" fw={600}>
          {t('dispatch.not_delivered')}
        </Text>
      )}
      {waits && (
        <Text size="xs" c="dimmed">
          {t('dispatch.waits', { until: clock(waits.until, waits.time_zone) })}
        </Text>
      )}
      {stop.loads.map((load) => (
        <LoadText key={load.shipment_detail_id} {...{ load, volumes, isUndelivered }} />
      ))}
    </div>
  )
}

interface LoadTextProps {
  load: RoundLoad
  volumes: VolumeUnits
  isUndelivered: boolean
}

function LoadText({ load, volumes, isUndelivered }: LoadTextProps) {
  const { t } = useTranslation()
  const { color, product_title, delivered_liters, quantity_liters, compartment } = load
  return (
    <Group gap={6} wrap="nowrap">
      <ProductDot color={color} />
      <Text size="xs" c="dimmed" className={styles.name} dir="auto">
        {product_title} ·{' '}
        <span data-figures>
          {volumes.text((isUndelivered ? null : delivered_liters) ?? quantity_liters, 0)}
        </span>
        {compartment === null
          ? ` · ${t('dispatch.no_compartment')}`
          : ` · ${t('dispatch.in_compartment', { number: compartment })}`}
      </Text>
    </Group>
  )
}
