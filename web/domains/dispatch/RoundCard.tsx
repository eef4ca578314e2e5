import { ActionIcon, Anchor, Badge, Button, Group, Menu, Progress, Text } from '@mantine/core'
import {
  IconCalendarCheck,
  IconCalendarDown,
  IconDots,
  IconLayoutGrid,
  IconPencil,
  IconSteeringWheel,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { nextDeliveryDay } from '#core/domains/dispatch/deliveryDays.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Stop } from '#core/domains/shipments/stops.ts'
import { KILOGRAMS_PER_POUND } from '#core/domains/shipments/trucks/vehicleFigures.ts'
import { useConfirmSendNow } from '#web/domains/shipments/loading/useConfirmSendNow.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Round, RoundLoad } from './boardTypes.ts'
import { CompartmentBar } from './CompartmentBar.tsx'
import styles from './Dispatch.module.css'
import { DriverSelect } from './DriverSelect.tsx'
import { ClosedSites, RoundFindings } from './RoundFindings.tsx'
import { idsOf, isDraft, isFinished, isOfLaterDay, stopsOfRound } from './roundState.ts'
import { StopRow } from './StopRow.tsx'
import type { BoardActions } from './useBoardActions.tsx'

interface RoundCardProps {
  round: Round
  board: Board
  volumes: VolumeUnits
  actions: BoardActions
  mayPlan: boolean
}

/** A round of a truck: its stops in order, the fill of its compartments, its weight, and its issues. */
export function RoundCard(props: RoundCardProps) {
  const { round, board, volumes, actions, mayPlan } = props
  const { t } = useTranslation()
  const stops = stopsOfRound(round)
  const mayChange = mayPlan && isDraft(round)
  const isLater = isOfLaterDay(round, useNow())
  return (
    <article className={styles.round} aria-label={t('dispatch.round', { number: round.shipment_number })}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="wrap">
          <Anchor component={Link} to={`/shipment_planners/${round.shipment_id}`} fw={600} size="sm">
            {round.shipment_number}
          </Anchor>
          <Badge color={isDraft(round) && !round.is_firm ? 'gray' : 'brand'}>
            {t(
              isDraft(round) && round.is_firm
                ? 'dispatch.is_confirmed'
                : `dispatch.status.${round.status_id}`,
            )}
          </Badge>
          <LateBadge {...{ round, board }} />
          {round.trailer_name && (
            <Text size="xs" c="dimmed">
              + {round.trailer_name}
            </Text>
          )}
        </Group>
        {mayPlan && isDraft(round) && <RoundActions {...props} {...{ stops, isLater }} />}
      </Group>
      <Driver {...{ round, actions, mayChange, isLater }} />
      <Way {...{ round, board }} stops={stops.length} />
      {!isFinished(round) && (
        <>
          <CompartmentBar compartments={round.compartments} volumes={volumes} />
          <Use round={round} volumes={volumes} />
        </>
      )}
      <ol className={styles.stops}>
        {stops.map((stop, index) => (
          <StopRow
            key={stop.key}
            {...{ stop, at: index, stops, round, board, volumes, actions, mayChange }}
          />
        ))}
      </ol>
      {isDraft(round) && <RoundFindings {...{ round, volumes, actions, mayPlan }} />}
      {round.status_id === SHIPMENT_STATUS.in_route && <ClosedSites round={round} />}
    </article>
  )
}

/** The day that a round is late for, with the board of that day. */
function LateBadge({ round, board }: Pick<RoundCardProps, 'round' | 'board'>) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const due = isDraft(round) ? round.load_date : (round.deliver_date ?? round.load_date)
  if (due >= board.day) return null
  return (
    <Badge component={Link} to={`/dispatch?day=${round.load_date}`} color="mild">
      {t(`dispatch.${isDraft(round) ? 'left_over' : 'late'}`, { day: day(due) })}
    </Badge>
  )
}

/** The driver, and why a round of today cannot leave while they or the truck are out with another one. */
function Driver({
  round,
  actions,
  mayChange,
  isLater,
}: Pick<RoundCardProps, 'round' | 'actions'> & { mayChange: boolean; isLater: boolean }) {
  const { t } = useTranslation()
  const { delivered_by, driver } = round
  const out = isLater ? [] : round.out
  return (
    <>
      {delivered_by !== null && driver !== null && (
        <Group gap={6} wrap="nowrap" mt={4}>
          <IconSteeringWheel size={16} stroke={1.75} aria-label={t('dispatch.driver')} />
          {mayChange ? (
            <DriverSelect
              driver={{ people_id: delivered_by, name: driver }}
              onChoose={(people_id) => actions.chooseDriver(round, people_id)}
            />
          ) : (
            <Text size="xs" dir="auto">
              {driver}
            </Text>
          )}
        </Group>
      )}
      {out.map(({ field, message }) => (
        <Text key={field} size="xs" mt={4} role="note">
          {t('dispatch.cannot_leave_yet', {
            reason: `${t(`dispatch.field.${field}`, { defaultValue: '' })} ${message}`.trim(),
          })}
        </Text>
      ))}
    </>
  )
}

/** A round of a later day is confirmed, and its driver starts it on its day; any other is sent out. */
function RoundActions({ round, board, actions, stops, isLater }: RoundMenuProps) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const isReady = round.problems.length === 0 && !actions.isBusy
  const on = day(round.load_date)
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
      {!isLater && (
        <Button
          size="compact-sm"
          leftSection={<IconTruckDelivery size={14} aria-hidden />}
          disabled={!isReady || round.out.length > 0}
          onClick={() => actions.leave(round)}
        >
          {t('dispatch.send_out')}
        </Button>
      )}
      {isLater && !round.is_firm && (
        <Button
          size="compact-sm"
          leftSection={<IconCalendarCheck size={14} aria-hidden />}
          disabled={!isReady}
          onClick={() => actions.confirm(round, on)}
        >
          {t('dispatch.confirm_for', { day: on })}
        </Button>
      )}
      <RoundMenu {...{ round, board, actions, stops, isLater }} />
    </Group>
  )
}

interface RoundMenuProps extends Pick<RoundCardProps, 'round' | 'board' | 'actions'> {
  stops: Stop<RoundLoad>[]
  isLater: boolean
}

function RoundMenu({ round, board, actions, stops, isLater }: RoundMenuProps) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const confirm = useConfirmSendNow()
  const shown = round.load_date === board.day ? [] : [board.day]
  return (
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
        {[...shown, nextDeliveryDay(board.day)].map((to) => (
          <Menu.Item
            key={to}
            leftSection={<IconCalendarDown size={16} aria-hidden />}
            onClick={() => actions.changeDay(round, to)}
          >
            {t('dispatch.move_to_day', { day: day(to) })}
          </Menu.Item>
        ))}
        {isLater && (
          <Menu.Item
            leftSection={<IconTruckDelivery size={16} aria-hidden />}
            disabled={round.problems.length > 0 || round.out.length > 0}
            onClick={() => confirm(round, () => void actions.leave(round))}
          >
            {t('dispatch.send_now')}
          </Menu.Item>
        )}
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
  )
}

/**
 * The length of a round, its hours on the road, real ones where it has left, and the driver's mandatory breaks. Without a single position
 * there is no route to measure.
 */
function Way({ round, board, stops }: Pick<RoundCardProps, 'round' | 'board'> & { stops: number }) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const { way, length, clock } = useTravelText()
  if (stops === 0) return null
  const { time_zone, meters, breaks } = round.route
  const departs_at = round.left_at ?? round.route.departs_at
  const ends_at = round.delivered_at ?? round.route.ends_at
  const isUnderWay = round.left_at !== null && round.delivered_at === null
  const at = clock(departs_at, time_zone)
  const leftOn = dayInZone(Date.parse(departs_at), time_zone, 'UTC')
  // Without a position or a ZIP code a stop has no time.
  const isUnplaced = round.route.stops.every(({ planned_arrival }) => planned_arrival === null)
  const distance = way(meters)
  const duty = (Date.parse(ends_at) - Date.parse(departs_at)) / 1000
  return (
    <Text size="xs" c="dimmed" mt={4} data-figures>
      <bdi>
        {[
          t('dispatch.stops', { count: stops }),
          isUnplaced
            ? t('dispatch.unplaced')
            : // What was driven is not measured.
              round.delivered_at === null
              ? distance
              : t('shipments.route.planned_distance', { distance }),
          ...(isUnderWay && leftOn === board.day ? [t('dispatch.left', { at })] : []),
          ...(isUnderWay && leftOn !== board.day ? [t('dispatch.left_on', { day: day(leftOn), at })] : []),
          ...(isUnderWay || isUnplaced
            ? []
            : [
                t('dispatch.hours', {
                  from: at,
                  to: clock(ends_at, time_zone),
                  length: length(duty),
                }),
              ]),
          ...(isDraft(round) ? breaks : []).map(({ at, minutes }) =>
            t('dispatch.break', { at: clock(at, time_zone), length: length(minutes * 60) }),
          ),
        ].join(' · ')}
      </bdi>
    </Text>
  )
}

/** How much of its vehicles' volume and weight a round uses. */
function Use({ round, volumes }: Pick<RoundCardProps, 'round' | 'volumes'>) {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const { weight, weight_limit, compartments, loads } = round
  if (loads.length === 0) return null
  const sum = (figures: number[]) => figures.reduce((all, figure) => all + figure, 0)
  const capacity = sum(compartments.map((compartment) => compartment.capacity))
  const kgText = (kg: number) =>
    units === 'imperial' ? quantity(kg / Number(KILOGRAMS_PER_POUND), 'lb', 0) : quantity(kg, 'kg', 0)
  return (
    <Group gap="md" mt={4}>
      <Share
        name={t('dispatch.volume')}
        used={sum(loads.map(({ quantity_liters }) => quantity_liters))}
        limit={capacity > 0 ? capacity : null}
        text={(litres) => volumes.text(litres, 0)}
      />
      {weight > 0 && <Share name={t('dispatch.weight')} used={weight} limit={weight_limit} text={kgText} />}
    </Group>
  )
}

interface ShareProps {
  name: string
  used: number
  limit: number | null
  text: (figure: number) => string
}

function Share({ name, used, limit, text }: ShareProps) {
  const part = limit ? (used / limit) * 100 : 0
  return (
    <Group gap="xs" wrap="nowrap">
      {limit !== null && (
        <Progress
          value={Math.min(part, 100)}
          size="sm"
          w={48}
          color={part > 100 ? 'urgent' : 'gray'}
          aria-label={name}
        />
      )}
      <Text size="xs" c="dimmed" dir="ltr" data-figures>
        {limit === null ? text(used) : `${text(used)} / ${text(limit)}`}
      </Text>
    </Group>
  )
}
