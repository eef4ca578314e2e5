import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCamera, IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { needsLeakCheck } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import { DoorInvoice, DueStep, usePaymentLabel } from '../money/DoorInvoice.tsx'
import { PaymentForm } from '../money/PaymentForm.tsx'
import { Payments } from '../money/Payments.tsx'
import { useDoorInvoice } from '../money/useDoorInvoice.ts'
import { type DayStop, type DriverDayOnPhone, hasLeft, type NewEvent, newId } from '../useDriverDay.ts'
import { useLoadText } from '../useLoadText.ts'
import { BackToStops } from './BackToStops.tsx'
import { AfterForm, BeforeForm, LeakCheckForm } from './LevelForms.tsx'
import { MailTickets } from './MailTickets.tsx'
import { NoDeliveryForm } from './NoDeliveryForm.tsx'
import { GateCode, PlaceFacts } from './PlaceFacts.tsx'
import { SignForm } from './SignForm.tsx'
import type { StepProps } from './stepProps.ts'
import { TicketForm } from './TicketForm.tsx'
import { TicketPaper } from './TicketPaper.tsx'

interface StopScreenProps {
  stop: DayStop
  phone: DriverDayOnPhone
  onBack: () => void
  onOpen: (stop_id: number) => void
}

/**
 * One stop, step by step: the main button at the bottom is the next step. On the way the facts of the place come first; after
 * the arrival, the step does.
 */
export function StopScreen({ stop, phone, onBack, onOpen }: StopScreenProps) {
  const loadText = useLoadText()
  const { sequence, company_title, place, address, loads, state } = stop
  const isThere = state.arrived_at !== null
  const isAtGate = !Object.values(state.loads).some(({ checked }) => checked)
  return (
    <Stack gap="md" className={styles.stop}>
      <BackToStops onBack={onBack} />
      <div>
        <Title order={2} size="h3">
          {sequence}. <bdi>{company_title}</bdi>
        </Title>
        <Text>
          <bdi>{place}</bdi>
        </Text>
        {address !== place && address !== '' && <Text>{address}</Text>}
        {stop.note && !state.reason && <Text>{stop.note}</Text>}
      </div>
      {!isThere && <PlaceFacts stop={stop} phone={phone} />}
      {isAtGate && <GateCode stop={stop} phone={phone} />}
      {loads.map((load) => (
        <Paper key={load.shipment_detail_id} p="sm" withBorder>
          <Text fw={700}>
            <bdi>{load.product_title}</bdi> · {loadText.metered(load, state) || loadText.quantity(load)}
            {load.un_number && ` · ${load.un_number}`}
          </Text>
          <Text>{[load.place, loadText.room(load), loadText.level(load)].filter(Boolean).join(' · ')}</Text>
        </Paper>
      ))}
      <Step stop={stop} phone={phone} onBack={onBack} onOpen={onOpen} />
      {!isAtGate && <GateCode stop={stop} phone={phone} />}
      {isThere && <PlaceFacts stop={stop} phone={phone} />}
    </Stack>
  )
}

function Step({ stop, phone, onBack, onOpen }: StopScreenProps) {
  const { t } = useTranslation()
  const [isNotDelivering, setIsNotDelivering] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const [isPaidLater, setIsPaidLater] = useState(false)
  const due = useDoorInvoice(stop, phone.stops)?.due
  const { round, state, loads, stop_id, facts } = stop
  const record = (...events: NewEvent[]) => phone.record({ shipment_id: round.shipment_id, stop_id }, events)
  if (state.isClosed) return <Closed {...{ stop, phone, record, onBack, onOpen }} />
  if (!hasLeft(round, phone.events)) return <Text>{t('shipments.driver.leave_first')}</Text>
  if (state.arrived_at === null)
    return (
      <BottomBar>
        <Button className={styles.main} onClick={() => void record(['arrived', {}])}>
          {t('shipments.driver.arrive')}
        </Button>
      </BottomBar>
    )
  if (isNotDelivering)
    return <NoDeliveryForm record={record} onCancel={() => setIsNotDelivering(false)} onDone={onBack} />
  const props = { stop, phone, record }
  const endPayment = () => setIsPaying(false)
  if (isPaying)
    return <PaymentForm stop={stop} record={record} due={due} onCancel={endPayment} onDone={endPayment} />
  const has = (load: DriverLoad) =>
    state.tickets.some(({ shipment_detail_id }) => shipment_detail_id === load.shipment_detail_id)
  const of = (load: DriverLoad) => state.loads[load.shipment_detail_id]
  const hasAfterLevel = (load: DriverLoad) =>
    state.events.some(
      ({ kind, body }) => kind === 'after' && body.shipment_detail_id === load.shipment_detail_id,
    )
  const load = loads.find((item) => !hasAfterLevel(item))
  const step = () => {
    if (load && !of(load)?.checked)
      return <BeforeForm key={`b${load.shipment_detail_id}`} load={load} {...props} />
    if (load && !has(load)) return <TicketForm key={`t${load.shipment_detail_id}`} load={load} {...props} />
    if (load) return <AfterForm key={`a${load.shipment_detail_id}`} load={load} {...props} />
    if (needsLeakCheck(facts, state) && !state.leakCheck) return <LeakCheckForm record={record} />
    if (due && Number(due) > 0 && !isPaidLater)
      return (
        <DueStep due={due} stop={stop} onPay={() => setIsPaying(true)} onSkip={() => setIsPaidLater(true)} />
      )
    return <SignForm stop={stop} phone={phone} record={record} />
  }
  return (
    <>
      {!load && <DoorInvoice stop={stop} phone={phone} />}
      {step()}
      <Payments {...props} />
      <StopActions {...props} onPay={() => setIsPaying(true)} onNoDelivery={() => setIsNotDelivering(true)} />
    </>
  )
}

interface StopActionsProps extends Omit<StepProps, 'load'> {
  onPay: () => void
  onNoDelivery: () => void
}

/** Actions available at every step of an open stop. */
function StopActions({ stop, phone, record, onPay, onNoDelivery }: StopActionsProps) {
  const { t } = useTranslation()
  const { state, stop_id, round } = stop
  const last = state.events.at(-1)
  const takePicture = async (file: File) => {
    const picture_id = newId()
    const picture = await readPicture(file)
    await phone.record({ shipment_id: round.shipment_id, stop_id }, [['picture', { picture_id }]], {
      picture_id,
      stop_id,
      taken_at: new Date().toISOString(),
      picture,
    })
  }
  return (
    <Group grow preventGrowOverflow={false}>
      <Button
        component="label"
        variant="default"
        size="md"
        className={styles.action}
        leftSection={<IconCamera size={20} aria-hidden />}
      >
        {t('shipments.driver.picture', { count: state.pictures.length })}
        <input
          hidden
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ currentTarget: { files } }) => files?.[0] && void takePicture(files[0])}
        />
      </Button>
      {last && (
        <Button
          variant="default"
          size="md"
          className={styles.action}
          onClick={() => void record(['undo', { undone: last.event_id }])}
        >
          {t('shipments.driver.undo', { step: t(`shipments.driver.kinds.${last.kind}`) })}
        </Button>
      )}
      <TakePayment stop={stop} phone={phone} onPay={onPay} />
      {state.tickets.length === 0 && (
        <Button variant="default" size="md" className={styles.action} onClick={onNoDelivery}>
          {t('shipments.driver.no_delivery')}
        </Button>
      )}
    </Group>
  )
}

function TakePayment({ stop, phone, onPay }: Pick<StopActionsProps, 'stop' | 'phone' | 'onPay'>) {
  const label = usePaymentLabel(stop, useDoorInvoice(stop, phone.stops)?.due)
  return (
    <Button
      variant="default"
      size="md"
      className={styles.action}
      leftSection={<IconCash size={20} aria-hidden />}
      onClick={onPay}
    >
      {label}
    </Button>
  )
}

function Closed({
  stop,
  phone,
  record,
  onBack,
  onOpen,
}: Omit<StepProps, 'load'> & Pick<StopScreenProps, 'onBack' | 'onOpen'>) {
  const { t } = useTranslation()
  const { state, round } = stop
  const next = phone.stops.find(
    (other) => other.round.shipment_id === round.shipment_id && !other.state.isClosed,
  )
  const [isPaying, setIsPaying] = useState(false)
  const due = useDoorInvoice(stop, phone.stops)?.due
  const endPayment = () => setIsPaying(false)
  if (isPaying)
    return <PaymentForm stop={stop} record={record} due={due} onCancel={endPayment} onDone={endPayment} />
  return (
    <Stack>
      {state.status === 'not_delivered' && (
        <Text fw={700}>
          {t('shipments.driver.status.not_delivered')}: {t(`deliveries.reasons.${state.reason}`)}
        </Text>
      )}
      {state.tickets.map((ticket) => (
        <TicketPaper key={ticket.number} ticket={ticket} stop={stop} phone={phone} record={record} />
      ))}
      <DoorInvoice stop={stop} phone={phone} />
      <Payments stop={stop} phone={phone} record={record} />
      <TakePayment stop={stop} phone={phone} onPay={() => setIsPaying(true)} />
      {state.tickets.length > 0 && <MailTickets stop={stop} record={record} />}
      <BottomBar>
        <Button className={styles.main} onClick={() => (next ? onOpen(next.stop_id) : onBack())}>
          {next ? t('shipments.driver.next_stop', { place: next.place }) : t('shipments.driver.to_stops')}
        </Button>
      </BottomBar>
    </Stack>
  )
}

/** Pixels of the longer side: enough to read a gauge, and small enough to send from the road. */
const MAX_SIDE_PX = 1280

/** A photo as a small JPEG data URL. */
async function readPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}
