import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCloudUp, IconTruckLoading } from '@tabler/icons-react'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { type LiftOnPhone, onTruckAfter, pouredSince } from '#core/domains/shipments/driver/onTruckAfter.ts'
import { isUsed } from '#core/domains/shipments/onTruck/isUsed.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './MyDay.module.css'
import type { DayStop, DriverDayOnPhone } from './useDriverDay.ts'

interface TruckContentsProps {
  round: DriverRound
  stops: readonly DayStop[]
  phone: DriverDayOnPhone
  /** @param corrects the lift to correct; without it a new one is recorded */
  onLift: (corrects?: string) => void
}

/** Content of a round's truck by this phone's data, sent or not, and its lifts. */
export function TruckContents({ round, stops, phone, onLift }: TruckContentsProps) {
  const { t } = useTranslation()
  const { on_truck, shipment_id, shipment_number } = round
  // A day stored by an older client has no data about the truck.
  if (!on_truck) return null
  const roundEvents = phone.events.filter(({ event }) => event.shipment_id === shipment_id)
  const { compartments, lifts } = onTruckAfter(on_truck, roundEvents, pouredSince(on_truck.units, stops))
  const title = t('shipments.on_truck.title')
  return (
    <Paper withBorder p="md" mt="sm" component="section" aria-label={`${title} · ${shipment_number}`}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Stack gap="xs" mt="xs">
        {compartments.filter(isUsed).map((compartment) => (
          <Compartment key={compartment.compartment} compartment={compartment} />
        ))}
        {lifts.map((lift) => (
          <Lift
            key={lift.event_id ?? lift.lift_ticket_id}
            lift={lift}
            onCorrect={
              on_truck.may_lift && !lift.is_corrected
                ? () => onLift(lift.event_id ?? String(lift.lift_ticket_id))
                : undefined
            }
          />
        ))}
        {on_truck.may_lift && <RecordButton onRecord={() => onLift()} />}
      </Stack>
    </Paper>
  )
}

function RecordButton({ onRecord }: { onRecord: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      size="lg"
      className={styles.action}
      leftSection={<IconTruckLoading size={22} aria-hidden />}
      onClick={onRecord}
    >
      {t('shipments.on_truck.record')}
    </Button>
  )
}

type CompartmentOnPhone = ReturnType<typeof onTruckAfter>['compartments'][number]

function Compartment({ compartment }: { compartment: CompartmentOnPhone }) {
  const { t } = useTranslation()
  const { units, apart } = useFormat()
  const { language } = useLanguage()
  const text = (litres: number) => apart(litresText(litres, units, language, 0))
  const moved = (['carried', 'loaded', 'delivered'] as const).flatMap((name) => {
    const litres = compartment[`${name}_liters`]
    return litres !== null && litres > 0 ? [`${t(`shipments.on_truck.${name}`)} ${text(litres)}`] : []
  })
  return (
    <div>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text fw={700}>
          {compartment.compartment} · <bdi>{compartment.product_title}</bdi>
        </Text>
        {compartment.on_board_liters === null ? (
          <Text>{t('shipments.on_truck.no_lift')}</Text>
        ) : (
          <Text className={styles.figure}>{text(compartment.on_board_liters)}</Text>
        )}
      </Group>
      {compartment.on_board_liters !== null && <Text>{moved.join(' · ')}</Text>}
    </div>
  )
}

function Lift({ lift, onCorrect }: { lift: LiftOnPhone; onCorrect: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant } = useFormat()
  const { number, gross, unit_title, compartment, is_corrected, isUnsent } = lift
  const facts = [
    t('shipments.compartment', { number: compartment }),
    lift.terminal_title,
    instant(lift.lifted_at),
    is_corrected && t('shipments.on_truck.is_corrected'),
    lift.reason && t('shipments.on_truck.corrects', { reason: lift.reason }),
  ]
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600} td={is_corrected ? 'line-through' : undefined}>
          <bdi>{number}</bdi> · {quantityText(gross, unit_title, language, 1)}
        </Text>
        <Text>{facts.filter(Boolean).join(' · ')}</Text>
        {isUnsent && (
          <Text fw={600}>
            <IconCloudUp size={18} aria-hidden /> {t('shipments.driver.unsent_lift')}
          </Text>
        )}
      </div>
      {onCorrect && (
        <Button
          variant="default"
          size="md"
          flex="none"
          className={styles.action}
          aria-label={t('shipments.on_truck.correct_of', { number })}
          onClick={onCorrect}
        >
          {t('shipments.on_truck.correct')}
        </Button>
      )}
    </Group>
  )
}
