import './phone/sunlight.css'
import { Button, Group, Skeleton, Stack, Switch, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCloudUp, IconTruckDelivery } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { DoneToday, doneToday } from './done/DoneToday.tsx'
import { LiftForm } from './LiftForm.tsx'
import styles from './MyDay.module.css'
import { HeldMoney } from './money/HeldMoney.tsx'
import { OpenEvents } from './OpenEvents.tsx'
import { RoundButton } from './RoundButton.tsx'
import { ShippingPaper } from './ShippingPaper.tsx'
import { SignOutRefused } from './SignOutRefused.tsx'
import { StopCard } from './StopCard.tsx'
import { StopScreen } from './stop/StopScreen.tsx'
import { TruckContents } from './TruckContents.tsx'
import { type DayStop, type DriverDayOnPhone, hasEvent, hasLeft, useDriverDay } from './useDriverDay.ts'

/** A driver's day: the stops in order, recorded steps, and unsent events. It works offline. */
export function MyDayScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.my-day'))
  useSunlight()
  const phone = useDriverDay()
  const [query, setQuery] = useSearchParams()
  const stop = phone.stops.find(({ stop_id }) => stop_id === Number(query.get('stop')))
  const lifting = phone.day?.rounds.find(({ shipment_id }) => shipment_id === Number(query.get('lift')))
  const corrects = query.get('corrects')
  const back = () => setQuery({})
  const openStop = (stop_id: number) => setQuery({ stop: String(stop_id) })
  if (!phone.isRead) return null
  return (
    <div className={styles.screen}>
      {/* The space at the top is for the stops; screen readers read the title. */}
      <VisuallyHidden component="h1">{t('screens.my-day')}</VisuallyHidden>
      <Unsent phone={phone} />
      {query.has('leaving') && <SignOutRefused phone={phone} onStay={back} />}
      <OpenEvents phone={phone} />
      {lifting ? (
        <LiftForm key={corrects} round={lifting} corrects={corrects} phone={phone} onDone={back} />
      ) : stop ? (
        <StopScreen key={stop.stop_id} stop={stop} phone={phone} onBack={back} onOpen={openStop} />
      ) : (
        <>
          <Rounds
            phone={phone}
            onOpen={openStop}
            onLift={(shipment_id, corrects) =>
              setQuery({ lift: String(shipment_id), ...(corrects && { corrects }) })
            }
          />
          <HeldMoney phone={phone} />
        </>
      )}
    </div>
  )
}

/** Switches the window to high contrast while a driver's screen is shown. */
function useSunlight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.inSun = ''
    return () => {
      delete dataset.inSun
    }
  }, [])
}

/** Events stored only on this phone; visible while there are any. */
function Unsent({ phone: { unsent, isReached, isSending, sendNow, day } }: { phone: DriverDayOnPhone }) {
  const { t } = useTranslation()
  if (unsent === 0)
    return (
      <Text className={styles.allSent} role="status">
        <IconCircleCheck size={18} aria-hidden />{' '}
        {isReached ? t('shipments.driver.all_sent') : t('shipments.driver.offline')}
        {day && (
          <>
            {' · '}
            <RelativeTime at={day.read_at} />
          </>
        )}
      </Text>
    )
  return (
    <div className={styles.unsent} role="status">
      <IconCloudUp size={22} aria-hidden />
      <Text fw={700} flex={1}>
        {t('shipments.driver.unsent', { count: unsent })}
        {!isReached && ` · ${t('shipments.driver.no_network')}`}
      </Text>
      <Button variant="default" size="md" loading={isSending} onClick={() => void sendNow()}>
        {t('shipments.driver.send')}
      </Button>
    </div>
  )
}

interface RoundsProps {
  phone: DriverDayOnPhone
  onOpen: (stop_id: number) => void
  /** @param corrects the lift to correct; without it a new one is recorded */
  onLift: (shipment_id: number, corrects?: string) => void
}

/** Today's rounds with their stops, finished rounds, and rounds of later days. */
export function Rounds({ phone, onOpen, onLift }: RoundsProps) {
  const { t } = useTranslation()
  const { day, stops, events } = phone
  const now = useNow()
  if (!day && phone.isSending) return <Skeleton h="50vh" radius="lg" />
  if (!day) return <EmptyState Icon={IconCloudUp} title={t('shipments.driver.never_read')} />
  // A round closed on this phone is over for its driver, sent or not.
  const open = day.rounds.filter(({ shipment_id }) => !hasEvent(events, 'round_closed', shipment_id))
  const rounds = open.filter((round) => isToday(round, events, now))
  const later = open.filter((round) => !rounds.includes(round))
  const done = doneToday(phone, now)
  if (open.length === 0 && done.length === 0)
    return <EmptyState Icon={IconTruckDelivery} title={t('shipments.driver.no_rounds')} />
  return (
    <Stack gap="xl">
      {rounds.map((round) => (
        <Round
          key={round.shipment_id}
          round={round}
          stops={stops.filter((stop) => stop.round.shipment_id === round.shipment_id)}
          {...{ phone, onOpen, onLift }}
        />
      ))}
      <DoneToday rounds={done} />
      {rounds.length === 0 && done.length === 0 && <Text>{t('shipments.driver.no_rounds')}</Text>}
      {later.length > 0 && <LaterRounds rounds={later} />}
      {open.length > 0 && 'geolocation' in navigator && <PositionSwitches phone={phone} />}
    </Stack>
  )
}

function PositionSwitches({ phone }: { phone: DriverDayOnPhone }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Switch
        size="md"
        label={t('shipments.driver.use_position')}
        checked={phone.isLocating}
        onChange={({ currentTarget }) => phone.setIsLocating(currentTarget.checked)}
      />
      <Switch
        size="md"
        label={t('shipments.driver.tell_position')}
        checked={phone.isSharing}
        onChange={({ currentTarget }) => phone.setIsSharing(currentTarget.checked)}
      />
    </Stack>
  )
}

/** Whether a round is under way or may leave: from its load date on, by the clock of its home. */
function isToday(round: DriverRound, events: DriverDayOnPhone['events'], now: number): boolean {
  if (hasLeft(round, events)) return true
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return round.load_date <= dayInZone(now, round.time_zone ?? null, own)
}

/** Rounds of later days: read-only. */
function LaterRounds({ rounds }: { rounds: readonly DriverRound[] }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (
    <section aria-label={t('shipments.driver.later')}>
      <Title order={2} size="h4" mb="sm">
        {t('shipments.driver.later')}
      </Title>
      <Stack gap="xs">
        {rounds.map(({ shipment_id, shipment_number, load_date, truck_title, stops }) => (
          <Text key={shipment_id}>
            <b>{date(load_date)}</b> · {shipment_number}
            {truck_title && <> · {truck_title}</>} · {t('shipments.driver.stops', { count: stops.length })}
          </Text>
        ))}
      </Stack>
    </section>
  )
}

interface RoundProps extends RoundsProps {
  round: DriverRound
  stops: readonly DayStop[]
}

function Round({ round, stops, phone, onOpen, onLift }: RoundProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { shipment_number, truck_title, load_date } = round
  const isInRoute = hasLeft(round, phone.events)
  const isDone = stops.every(({ state }) => state.isClosed)
  const next = isInRoute ? stops.find(({ state }) => !state.isClosed) : undefined
  const closed = stops.filter(({ state }) => state.isClosed).length
  return (
    <section aria-label={shipment_number}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {date(load_date)} · {shipment_number} {truck_title && <>· {truck_title}</>}
        </Title>
        <Text>{t('shipments.truck_round.closed', { closed, count: stops.length })}</Text>
      </Group>
      <Stack gap="sm">
        {stops.map((stop) => (
          <StopCard key={stop.stop_id} stop={stop} phone={phone} isNext={stop === next} onOpen={onOpen} />
        ))}
      </Stack>
      <TruckContents
        {...{ round, stops, phone }}
        onLift={(corrects) => onLift(round.shipment_id, corrects)}
      />
      <ShippingPaper round={round} />
      <RoundButton {...{ round, stops, phone, isInRoute, isDone }} onLift={() => onLift(round.shipment_id)} />
    </section>
  )
}
