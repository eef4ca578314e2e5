import { Stack, Text, Title } from '@mantine/core'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { DriverDay } from '#core/domains/shipments/driver/driverCalls.ts'
import { onTruckAfter, pouredSince } from '#core/domains/shipments/driver/onTruckAfter.ts'
import { leftByProduct } from '#core/domains/shipments/onTruck/leftByProduct.ts'
import { isStopDone } from '#core/domains/shipments/shipmentStops.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { DriverDayOnPhone } from '../useDriverDay.ts'
import { useLoadText } from '../useLoadText.ts'

type DoneRound = DriverDay['done'][number] & { isUnsent?: true }

/** The rounds that were finished today, as the server has them, or as closed on this phone. */
export function doneToday({ day, stops, events }: DriverDayOnPhone, now: number): DoneRound[] {
  // A day stored by an older client has no finished rounds.
  const done: DoneRound[] = day?.done ?? []
  const closed = (day?.rounds ?? []).flatMap((round): DoneRound[] => {
    const { shipment_id, shipment_number, truck_title, time_zone = 'UTC', on_truck } = round
    const own = events.filter(({ event }) => event.shipment_id === shipment_id)
    const end = own.find(({ event }) => event.kind === 'round_closed')
    if (!end || done.some((item) => item.shipment_id === shipment_id)) return []
    const mine = stops.filter((stop) => stop.round.shipment_id === shipment_id)
    const compartments = on_truck
      ? onTruckAfter(on_truck, own, pouredSince(on_truck.units, mine)).compartments
      : []
    return [
      {
        ...{ shipment_id, shipment_number, truck_title, time_zone, isUnsent: true },
        delivered_at: end.event.at,
        stops: mine.length,
        done_stops: mine.filter(({ state }) => isStopDone(state)).length,
        delivered_liters: compartments.reduce((sum, { delivered_liters }) => sum + delivered_liters, 0),
        left: on_truck ? leftByProduct(compartments) : null,
      },
    ]
  })
  // A day stored yesterday and not read since has the rounds of yesterday.
  const isToday = ({ delivered_at, time_zone }: DoneRound) =>
    dayInZone(Date.parse(delivered_at), time_zone, 'UTC') === dayInZone(now, time_zone, 'UTC')
  return [...done, ...closed].filter(isToday)
}

/** The driver's finished work of today: the sum, and each round with its end and the content left on board. */
export function DoneToday({ rounds }: { rounds: readonly DoneRound[] }) {
  const { t } = useTranslation()
  const { litres } = useLoadText()
  if (rounds.length === 0) return null
  const sum = (figure: (round: DoneRound) => number) => rounds.reduce((all, round) => all + figure(round), 0)
  return (
    <section aria-label={t('shipments.driver.done_today')}>
      <Title order={2} size="h4">
        {t('shipments.driver.done_today')}
      </Title>
      <Text fw={700} mb="sm">
        {[
          t('shipments.driver.rounds', { count: rounds.length }),
          t('shipments.driver.stops', { count: sum(({ done_stops }) => done_stops) }),
          t('shipments.result.delivered', {
            volume: litres(sum(({ delivered_liters }) => delivered_liters)),
          }),
        ].join(' · ')}
      </Text>
      <Stack gap="sm">
        {rounds.map((round) => (
          <DoneRoundText key={round.shipment_id} round={round} />
        ))}
      </Stack>
    </section>
  )
}

function DoneRoundText({ round }: { round: DoneRound }) {
  const { t } = useTranslation()
  const { clock } = useTravelText()
  const { litres } = useLoadText()
  const { shipment_number, truck_title, delivered_at, time_zone, stops, done_stops, left, isUnsent } = round
  const list = left?.map(({ product_title, liters }) => `${litres(liters)} ${product_title}`)
  return (
    <div>
      <Text fw={600}>
        {shipment_number}
        {truck_title && <> · {truck_title}</>}
      </Text>
      <Text>
        {[
          t('shipments.driver.done_of', { done: done_stops, count: stops }),
          t('shipments.result.delivered', { volume: litres(round.delivered_liters) }),
          t('shipments.result.finished', { at: clock(delivered_at, time_zone) }),
        ].join(' · ')}
      </Text>
      {list && (
        <Text>
          {list.length === 0
            ? t('shipments.result.nothing_left')
            : t('shipments.result.left', { list: list.join(' · ') })}
        </Text>
      )}
      {isUnsent && <Text>{t('shipments.driver.unsent_here', { count: 1 })}</Text>}
    </div>
  )
}
