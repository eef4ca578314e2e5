import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Alert, Anchor, Badge, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarDown,
  IconDots,
  IconLayoutGrid,
  IconPencil,
  IconTruck,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nextDeliveryDay } from '#core/domains/dispatch/deliveryDays.ts'
import type { Stop } from '#core/domains/shipments/stops.ts'
import { KILOGRAMS_PER_POUND } from '#core/domains/shipments/vehicleFigures.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import type { Board, Lifted, Round, RoundLoad } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { DriverSelect } from './DriverSelect.tsx'
import { idsOf, isDraft, missingOf, stopName, stopsOfRound } from './roundState.ts'
import type { BoardActions } from './useBoardActions.tsx'
import { useDayText } from './useDayText.ts'

interface RoundCardProps {
  round: Round
  board: Board
  volumes: VolumeUnits
  actions: BoardActions
  mayPlan: boolean
}

/** A round of a truck: its stops in their order, how full its compartments are, what it weighs, and what is wrong with it. */
export function RoundCard(props: RoundCardProps) {
  const { round, board, volumes, actions, mayPlan } = props
  const { t } = useTranslation()
  const { day } = useDayText()
  const stops = stopsOfRound(round)
  const mayChange = mayPlan && isDraft(round)
  return (
    <article className={styles.round} aria-label={t('dispatch.round', { number: round.shipment_number })}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="wrap">
          <Anchor component={Link} to={`/shipment_planners/${round.shipment_id}`} fw={600} size="sm">
            {round.shipment_number}
          </Anchor>
          <Badge color={isDraft(round) ? 'gray' : 'brand'}>{t(`dispatch.status.${round.status_id}`)}</Badge>
          {round.load_date !== board.day && (
            <Badge color="mild">{t('dispatch.left_over', { day: day(round.load_date) })}</Badge>
          )}
          {round.trailer_name && (
            <Text size="xs" c="dimmed">
              + {round.trailer_name}
            </Text>
          )}
        </Group>
        {mayPlan && isDraft(round) && <RoundActions {...props} stops={stops} />}
      </Group>
      <CompartmentBar round={round} volumes={volumes} />
      <Weight round={round} />
      <ol className={styles.stops}>
        {stops.map((stop, at) => (
          <StopRow key={stop.key} {...{ stop, at, stops, round, board, volumes, actions, mayChange }} />
        ))}
      </ol>
      {isDraft(round) && <Findings {...props} />}
    </article>
  )
}

function RoundActions({ round, board, actions, stops }: RoundCardProps & { stops: Stop<RoundLoad>[] }) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const isReady = round.problems.length === 0
  const next = nextDeliveryDay(board.day)
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconLayoutGrid size={14} aria-hidden />}
        disabled={round.loads.length === 0 || actions.isBusy}
        onClick={() => actions.arrange(round)}
      >
        {t('dispatch.arrange')}
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconTruckDelivery size={14} aria-hidden />}
        disabled={!isReady || actions.isBusy}
        onClick={() => actions.leave(round)}
      >
        {t('dispatch.send_out')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('dispatch.more_of', { name: round.shipment_number })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/shipment_planners/${round.shipment_id}`}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('dispatch.open')}
          </Menu.Item>
          {round.load_date !== board.day && (
            <Menu.Item
              leftSection={<IconCalendarDown size={16} aria-hidden />}
              onClick={() => actions.changeDay(round, board.day)}
            >
              {t('dispatch.move_to_day', { day: day(board.day) })}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCalendarDown size={16} aria-hidden />}
            onClick={() => actions.changeDay(round, next)}
          >
            {t('dispatch.move_to_day', { day: day(next) })}
          </Menu.Item>
          {stops.length > 0 && (
            <Menu.Item
              leftSection={<IconTruckReturn size={16} aria-hidden />}
              onClick={() => actions.takeOff({ round, ids: stops.flatMap(idsOf) })}
            >
              {t('dispatch.take_all_off')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** How full each compartment is, side by side, each as wide as it is large. */
function CompartmentBar({ round: { compartments }, volumes }: Pick<RoundCardProps, 'round' | 'volumes'>) {
  const { t } = useTranslation()
  if (compartments.length === 0) return null
  return (
    <ol className={styles.compartments} aria-label={t('shipments.compartments')}>
      {compartments.map(({ number, capacity, filled, product_title, color }) => (
        <li
          key={number}
          className={styles.compartment}
          style={{ flexGrow: Math.max(capacity, 1) }}
          title={[product_title, `${volumes.text(filled, 0)} / ${volumes.text(capacity, 0)}`]
            .filter(Boolean)
            .join(' · ')}
        >
          <span
            className={styles.filled}
            data-is-over={filled > capacity + 1e-6 || undefined}
            style={{
              width: `${Math.min(100, capacity > 0 ? (filled / capacity) * 100 : 0)}%`,
              ...(color && { '--fill-color': color }),
            }}
            aria-hidden
          />
          <span className={styles.compartmentText} data-figures>
            {number}: {volumes.text(filled, 0)}
            <span className={styles.ofCapacity}> / {volumes.text(capacity, 0)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Weight({ round: { weight, weight_limit } }: { round: Round }) {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  if (weight === 0) return null
  const told = (kg: number) =>
    units === 'imperial' ? quantity(kg / Number(KILOGRAMS_PER_POUND), 'lb', 0) : quantity(kg, 'kg', 0)
  const part = weight_limit ? (weight / weight_limit) * 100 : 0
  return (
    <Group gap="xs" wrap="nowrap" mt={4}>
      {weight_limit !== null && (
        <Progress
          value={Math.min(part, 100)}
          size="sm"
          w={72}
          color={part > 100 ? 'urgent' : 'gray'}
          aria-label={t('dispatch.weight')}
        />
      )}
      <Text size="xs" c="dimmed" data-figures>
        {weight_limit === null ? told(weight) : `${told(weight)} / ${told(weight_limit)}`}
      </Text>
    </Group>
  )
}

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

/** A stop with what it gets; dragged, or moved by its menu. */
function StopRow({ stop, at, stops, round, board, volumes, actions, mayChange }: StopRowProps) {
  const { t } = useTranslation()
  const lifted: Lifted = { round, ids: idsOf(stop) }
  const id = `stop:${round.shipment_id}:${stop.key}`
  const drag = useDraggable({ id, data: { lifted }, disabled: !mayChange })
  const drop = useDroppable({ id, data: { round, before: idsOf(stop) }, disabled: !mayChange })
  const name = stopName(stop)
  const place = (to: number) => {
    const order = stops.toSpliced(at, 1).toSpliced(to, 0, stop)
    return actions.reorder(round, order.flatMap(idsOf))
  }
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
      <div className={styles.what}>
        <Text size="sm" fw={600} truncate dir="auto" title={name}>
          {name}
        </Text>
        {stop.loads.map((load) => (
          <Group key={load.shipment_detail_id} gap={6} wrap="nowrap">
            <ProductDot color={load.color} />
            <Text size="xs" c="dimmed" truncate dir="auto">
              {load.product_title} · <span data-figures>{volumes.text(load.quantity_liters, 0)}</span>
              {load.compartment === null
                ? ` · ${t('dispatch.no_compartment')}`
                : ` · ${t('dispatch.in_compartment', { number: load.compartment })}`}
            </Text>
          </Group>
        ))}
      </div>
      {mayChange && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('dispatch.more_of', { name })} className={styles.action}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {at > 0 && (
              <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => place(at - 1)}>
                {t('dispatch.earlier')}
              </Menu.Item>
            )}
            {at < stops.length - 1 && (
              <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => place(at + 1)}>
                {t('dispatch.later')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconTruckReturn size={16} aria-hidden />}
              onClick={() => actions.takeOff(lifted)}
            >
              {t('dispatch.take_off')}
            </Menu.Item>
            {board.trucks
              .filter(({ truck_id }) => truck_id !== round.truck_id)
              .map((truck) => (
                <Menu.Item
                  key={truck.truck_id}
                  leftSection={<IconTruck size={16} aria-hidden />}
                  onClick={() => actions.move(lifted, { truck_id: truck.truck_id, day: board.day })}
                >
                  {t('dispatch.move_to', { truck: truck.truck_name })}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

/** What keeps a round from leaving, and what is unwise; each with the nearest thing that is right. */
function Findings({ round, volumes, actions, mayPlan }: RoundCardProps) {
  const { t } = useTranslation()
  const { isEmpty, hasNoTruck, hasNoDriver, unplaced, broken } = missingOf(round)
  const outcome = actions.outcomes[round.shipment_id]
  const limit = unplaced.length > 0 ? outcome?.limit : undefined
  const isRight = round.problems.length === 0 && round.warnings.length === 0
  if (isRight) return null
  return (
    <Alert color="mild" p="xs" mt="xs">
      <Stack gap={4}>
        {isEmpty && <Text size="xs">{t('dispatch.finding.empty')}</Text>}
        {hasNoTruck && (
          <Text size="xs">
            {t('dispatch.finding.no_truck')}{' '}
            <Anchor component={Link} to={`/shipment_planners/${round.shipment_id}`} size="xs">
              {t('dispatch.choose_truck')}
            </Anchor>
          </Text>
        )}
        {hasNoDriver && (
          <Group gap="xs" wrap="nowrap">
            <Text size="xs">{t('dispatch.finding.no_driver')}</Text>
            {mayPlan && <DriverSelect onChoose={(people_id) => actions.chooseDriver(round, people_id)} />}
          </Group>
        )}
        {unplaced.length > 0 && (
          <Text size="xs">
            {t('dispatch.finding.unplaced', {
              quantity: volumes.text(
                unplaced.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0),
                0,
              ),
            })}{' '}
            {limit && t(`shipments.limit.${limit.rule}`, { quantity: volumes.text(limit.gain_liters, 0) })}{' '}
            {mayPlan && (
              <Anchor
                component="button"
                type="button"
                size="xs"
                onClick={() =>
                  actions.takeOff({
                    round,
                    ids: unplaced.map(({ shipment_detail_id }) => shipment_detail_id),
                  })
                }
              >
                {t('dispatch.leave_behind')}
              </Anchor>
            )}
          </Text>
        )}
        {[...broken, ...round.warnings].map(({ field, message }) => (
          <Text key={`${field} ${message}`} size="xs">
            {whatIs(field, round) ?? t(`dispatch.field.${field}`, { defaultValue: '' })} {message}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}

/** Which load an issue is about, by what it is called. */
function whatIs(field: string, { loads }: Round): string | undefined {
  const [, index] = /^details\.(\d+)\./.exec(field) ?? []
  const load = index === undefined ? undefined : loads[Number(index)]
  return load && `${[load.place, load.product_title].filter(Boolean).join(' · ')}:`
}
