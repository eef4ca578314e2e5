import { Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp, IconTruckDelivery } from '@tabler/icons-react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './MyDay.module.css'
import { Ways } from './stop/PlaceFacts.tsx'
import { type DayStop, type DriverDayOnPhone, unsentAt } from './useDriverDay.ts'
import { useLoadText } from './useLoadText.ts'
import { usePlaceText } from './usePlaceText.ts'

interface StopCardProps {
  stop: DayStop
  phone: DriverDayOnPhone
  isNext: boolean
  onOpen: (stop_id: number) => void
}

/** A stop of the day with its loads; the next stop also has navigation links. */
export function StopCard({ stop, phone, isNext, onOpen }: StopCardProps) {
  const { t } = useTranslation()
  const { sequence, company_title, place, address, loads, state, stop_id } = stop
  const ofPlace = usePlaceText()
  const facts = [ofPlace.hours(stop), ofPlace.distance(stop, phone.position)].filter(Boolean)
  const unsent = unsentAt(phone.events, stop_id)
  const card = (
    <UnstyledButton onClick={() => onOpen(stop_id)} className={styles.card} data-next={isNext || undefined}>
      <Paper p="md" withBorder>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={700} size="lg">
            {sequence}. <bdi>{company_title}</bdi>
          </Text>
          <StopBadge status={state.status} isNext={isNext} />
        </Group>
        <Text>
          <bdi>{place}</bdi>
        </Text>
        {address && (
          <Text>
            <bdi>{address}</bdi>
          </Text>
        )}
        {facts.length > 0 && <Text>{facts.join(' · ')}</Text>}
        {loads.map((load) => (
          <StopLoad key={load.shipment_detail_id} load={load} state={state} />
        ))}
        {unsent > 0 && (
          <Text fw={600}>
            <IconCloudUp size={18} aria-hidden /> {t('shipments.driver.unsent_here', { count: unsent })}
          </Text>
        )}
        {state.reason && (
          <Text fw={600}>
            <IconAlertTriangle size={18} aria-hidden /> {t(`deliveries.reasons.${state.reason}`)}
          </Text>
        )}
      </Paper>
    </UnstyledButton>
  )
  if (!isNext) return card
  return (
    <Stack gap="xs">
      {card}
      <Ways stop={stop} />
    </Stack>
  )
}

function StopLoad({ load, state }: Pick<DayStop, 'state'> & { load: DayStop['loads'][number] }) {
  const loadText = useLoadText()
  return (
    <div>
      <Text fw={600} mt={6}>
        <IconTruckDelivery size={18} aria-hidden /> <bdi>{load.product_title}</bdi> ·{' '}
        {loadText.metered(load, state) || loadText.quantity(load)}
      </Text>
      <Text>
        {[loadText.room(load), loadText.level(load)].filter(Boolean).join(' · ')}
        {load.level_at && (
          <>
            {' · '}
            <RelativeTime at={load.level_at} />
          </>
        )}
      </Text>
    </div>
  )
}

/** Progress at a stop; of the planned ones only the next has a badge. */
function StopBadge({ status, isNext }: { status: DayStop['state']['status']; isNext: boolean }) {
  const { t } = useTranslation()
  if (status === 'planned' && !isNext) return null
  const colors = { planned: 'brand', arrived: 'brand', done: 'fine', not_delivered: 'mild' }
  return (
    <Badge size="lg" variant="light" flex="none" color={colors[status]}>
      {status === 'planned' ? t('shipments.driver.next') : t(`shipments.driver.status.${status}`)}
    </Badge>
  )
}
