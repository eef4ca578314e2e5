import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { onTruckAfter, pouredSince } from '#core/domains/shipments/driver/onTruckAfter.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BottomBar } from './BottomBar.tsx'
import styles from './MyDay.module.css'
import type { DayStop, DriverDayOnPhone } from './useDriverDay.ts'

interface RoundButtonProps {
  round: DriverRound
  stops: readonly DayStop[]
  phone: DriverDayOnPhone
  isInRoute: boolean
  isDone: boolean
  onLift: () => void
}

/** The next step of a round: get ready, leave, or close it. */
export function RoundButton({ round, stops, phone, isInRoute, isDone, onLift }: RoundButtonProps) {
  const { shipment_id } = round
  const { t } = useTranslation()
  const { instant } = useFormat()
  const [isRefused, setIsRefused] = useState(false)
  const [isPreparing, setIsPreparing] = useState(false)
  const place = { shipment_id, stop_id: null }
  const prepare = async () => {
    setIsPreparing(true)
    setIsRefused(!(await phone.prepare(shipment_id)))
    setIsPreparing(false)
  }
  const ready_at = phone.ready[shipment_id]
  // The dispatcher may have sent the round out before the phone was prepared for it.
  if (!isInRoute || (!ready_at && !isDone))
    return (
      <BottomBar>
        {ready_at && (
          <Text>
            {t('shipments.driver.is_ready')} {instant(ready_at)}
          </Text>
        )}
        {isRefused && !ready_at && <Text c="urgent">{t('shipments.driver.not_ready')}</Text>}
        {ready_at ? (
          <Button className={styles.main} onClick={() => void phone.record(place, [['left', {}]])}>
            {t('shipments.driver.leave')}
          </Button>
        ) : (
          <Button className={styles.main} loading={isPreparing} onClick={() => void prepare()}>
            {t(isInRoute ? 'shipments.driver.store_round' : 'shipments.driver.get_ready')}
          </Button>
        )}
      </BottomBar>
    )
  if (!isDone && ready_at)
    return (
      <Text mt="sm">
        {t('shipments.driver.is_ready')} {instant(ready_at)}
      </Text>
    )
  const isLiftMissing = lacksLift(round, stops, phone)
  return (
    <BottomBar>
      {isLiftMissing && (
        <Stack gap="xs" mb="xs">
          <Text fw={600}>{t('shipments.driver.which_lift')}</Text>
          <Button className={styles.main} onClick={onLift}>
            {t('shipments.on_truck.record')}
          </Button>
        </Stack>
      )}
      <Button
        className={styles.main}
        variant={isLiftMissing ? 'default' : 'filled'}
        onClick={() => void phone.record(place, [['round_closed', {}]])}
      >
        {t(`shipments.driver.${isLiftMissing ? 'close_anyway' : 'close_round'}`)}
      </Button>
    </BottomBar>
  )
}

/** Whether a round delivered from a compartment without a lift, by this phone's data, and its driver may record one. */
function lacksLift(
  { on_truck, shipment_id }: DriverRound,
  stops: readonly DayStop[],
  { events }: Pick<DriverDayOnPhone, 'events'>,
): boolean {
  if (!on_truck?.may_lift) return false
  const roundEvents = events.filter(({ event }) => event.shipment_id === shipment_id)
  const { compartments } = onTruckAfter(on_truck, roundEvents, pouredSince(on_truck.units, stops))
  return compartments.some(
    ({ delivered_liters, on_board_liters }) => delivered_liters > 0 && on_board_liters === null,
  )
}
