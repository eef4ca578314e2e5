import { Alert, Badge, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconGauge, IconTruckLoading } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isUsed } from '#core/domains/shipments/onTruck/isUsed.ts'
import type {
  LiftTicket,
  OnTruck,
  TruckCompartment,
} from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { usePaper } from '#web/resources/print/usePaper.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { useVolumeUnits, type VolumeUnits } from '../loading/useVolumeUnits.ts'
import { VesselDrawing } from '../Vessels.tsx'
import { CleanButton } from './CleanButton.tsx'
import styles from './OnTruck.module.css'
import { useShipmentOnTruck, useTruckContents } from './useOnTruck.ts'

const EndsDialog = lazyPart(() => import('./EndsDialog.tsx').then((m) => m.EndsDialog))
const LiftDialog = lazyPart(() => import('./LiftDialog.tsx').then((m) => m.LiftDialog))

/** Contents of a round's vehicles, on the round's page. */
export function ShipmentOnTruck({ record }: { record: ShipmentRecord }) {
  const { data, isLoading } = useShipmentOnTruck(Number(record[shipment_planners.id]))
  if (isLoading) return <Skeleton h={160} radius="lg" />
  if (!data || data.compartments.length === 0) return null
  const zone = record.stops?.[0]?.time_zone
  return <OnTruckPart onTruck={data} isWhole={false} zone={zone} />
}

/** Contents of a vehicle, on its page. */
export function TruckOnTruck({ truck_id }: { truck_id: number }) {
  const { data } = useTruckContents(truck_id)
  if (!data) return <Skeleton h={240} radius="lg" />
  return <OnTruckPart onTruck={data} isWhole />
}

interface OnTruckPartProps {
  onTruck: OnTruck
  /** Shows all compartments, each with a drawing of its content. */
  isWhole: boolean
  /** Time zone of the first stop; by default the reader's. */
  zone?: string | null | undefined
}

function OnTruckPart({ onTruck, isWhole, zone }: OnTruckPartProps) {
  const { t } = useTranslation()
  const volumes = useVolumeUnits()
  const [edited, setEdited] = useState<Edited>()
  const { compartments, meters, shipment } = onTruck
  const shown = isWhole ? compartments : compartments.filter(isUsed)
  // After a finalized round its truck is used for others; what lacks here is a forgotten bill of lading.
  const isOver = !isWhole && shipment?.status_id === SHIPMENT_STATUS.finalized
  const mayRecord = !isOver || shown.some(({ loaded_liters }) => loaded_liters === null)
  const hasTrailer = compartments.some(({ truck_id }) => truck_id !== compartments[0]?.truck_id)
  const placeOf = ({ compartment, truck_id }: TruckCompartment) =>
    compartments.filter((item) => item.truck_id === truck_id && item.compartment <= compartment).length
  return (
    <Paper p="md" component="section" aria-labelledby="on-truck">
      <Heading onTruck={onTruck} mayRecord={mayRecord} onEdit={setEdited} />
      {meters.map((meter) => (
        <MeterAlert key={meter.truck_title} meter={meter} />
      ))}
      {shown.length === 0 && <Text size="sm">{t('shipments.on_truck.nothing')}</Text>}
      {shown.map((item) => (
        <CompartmentFacts
          key={item.compartment}
          compartment={item}
          place={placeOf(item)}
          volumes={volumes}
          isRound={shipment !== null && isUsed(item)}
          isOut={shipment?.status_id === SHIPMENT_STATUS.in_route}
          isDrawn={isWhole}
          hasContent={isUsed(item)}
          mayClean={!isOver}
          hasTrailer={hasTrailer}
        />
      ))}
      <Lifts onTruck={onTruck} zone={zone} onCorrect={setEdited} />
      {edited && <Dialogs {...{ onTruck, edited }} onClose={() => setEdited(undefined)} />}
    </Paper>
  )
}

/** A truck's meter that shows more or less than was delivered. */
function MeterAlert({ meter: { truck_title, percent, rounds } }: { meter: OnTruck['meters'][number] }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  return (
    <Alert color="mild" mb="sm" icon={<IconGauge size={18} aria-hidden />}>
      {t(percent > 0 ? 'shipments.on_truck.meter_more' : 'shipments.on_truck.meter_less', {
        truck: truck_title,
        rounds,
        percent: quantity(Math.abs(percent), '%', 1),
      })}
    </Alert>
  )
}

interface LiftsProps extends Pick<OnTruckPartProps, 'onTruck' | 'zone'> {
  onCorrect: (lift: LiftTicket) => void
}

function Lifts({ onTruck: { lifts, may_lift }, zone, onCorrect }: LiftsProps) {
  const { t } = useTranslation()
  if (lifts.length === 0) return null
  return (
    <>
      <Title order={3} size="h5" mt="sm">
        {t('shipments.on_truck.lifts')}
      </Title>
      {lifts.map((lift) => (
        <Lift
          key={lift.lift_ticket_id}
          lift={lift}
          zone={zone}
          onCorrect={may_lift && !lift.is_corrected ? () => onCorrect(lift) : undefined}
        />
      ))}
    </>
  )
}

/** The entry being recorded or corrected. */
type Edited = 'new' | 'ends' | LiftTicket

interface DialogsProps {
  onTruck: OnTruck
  edited: Edited
  onClose: () => void
}

function Dialogs({ onTruck, edited, onClose }: DialogsProps) {
  const { closed_shipment_id, shipment } = onTruck
  return (
    <>
      {edited === 'ends' && closed_shipment_id !== null && (
        <Suspense fallback={<Loading what="dialog" />}>
          <EndsDialog shipment_id={closed_shipment_id} onClose={onClose} />
        </Suspense>
      )}
      {edited !== 'ends' && shipment && (
        <Suspense fallback={<Loading what="dialog" />}>
          <LiftDialog onTruck={onTruck} corrected={edited === 'new' ? undefined : edited} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}

interface HeadingProps {
  onTruck: OnTruck
  /** Whether there is something to record. */
  mayRecord: boolean
  onEdit: (edited: 'new' | 'ends') => void
}

function Heading({ onTruck, mayRecord, onEdit }: HeadingProps) {
  const { t } = useTranslation()
  const { closed_shipment_id, has_paper, may_lift, shipment } = onTruck
  return (
    <Group justify="space-between" mb="sm">
      <Title order={2} id="on-truck">
        {t('shipments.on_truck.title')}
      </Title>
      <Group gap="xs">
        {has_paper && shipment && <PaperButton shipment={shipment} />}
        {closed_shipment_id !== null && (
          <Button variant="default" onClick={() => onEdit('ends')}>
            {t('shipments.on_truck.correct_ends')}
          </Button>
        )}
        {may_lift && mayRecord && (
          <Button
            variant="light"
            leftSection={<IconTruckLoading size={18} aria-hidden />}
            onClick={() => onEdit('new')}
          >
            {t('shipments.on_truck.record')}
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** The shipping paper of the dangerous goods on a round, to print or save as a PDF. */
function PaperButton({ shipment: { shipment_id } }: { shipment: NonNullable<OnTruck['shipment']> }) {
  const { t } = useTranslation()
  const { show, isPending, preview } = usePaper('shipping-paper.pdf')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        loading={isPending}
        onClick={() => show(`/shipment_planner/${shipment_id}/shipping_paper`)}
      >
        {t('shipments.on_truck.paper')}
      </Button>
      {preview}
    </>
  )
}

interface CompartmentFactsProps {
  compartment: TruckCompartment
  /** Which one of its vehicle it is. */
  place: number
  volumes: VolumeUnits
  /** Whether a round uses it. */
  isRound: boolean
  /** Its round is in route. */
  isOut: boolean
  /** Shows a drawing of its content. */
  isDrawn: boolean
  hasContent: boolean
  mayClean: boolean
  /** There is more than one vehicle. */
  hasTrailer: boolean
}

function CompartmentFacts(props: CompartmentFactsProps) {
  const { compartment, volumes, isRound, isOut } = props
  const { t } = useTranslation()
  const number = compartment.compartment
  return (
    <section className={styles.compartment} aria-label={t('shipments.compartment', { number })}>
      <CompartmentHead {...props} />
      {(isRound || compartment.difference_liters !== null) && (
        <Figures {...{ compartment, volumes, isRound, isOut }} />
      )}
      {compartment.note && <Text size="sm">{compartment.note}</Text>}
      {compartment.warnings.map((warning) => (
        <Text key={warning} size="sm" c="urgent" mt="xs">
          {warning}
        </Text>
      ))}
    </section>
  )
}

/** The compartment, its present or last product, and its cleaning. */
function CompartmentHead(props: CompartmentFactsProps) {
  const { compartment, place, hasContent, hasTrailer, isDrawn, mayClean } = props
  const { t } = useTranslation()
  const isOtherProduct = !hasContent || compartment.last_product_title !== compartment.product_title
  const lastProduct = isOtherProduct && compartment.last_product_title
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {isDrawn && <Drawing compartment={compartment} />}
        <div>
          <Text fw={600}>
            {t('shipments.compartment', { number: compartment.compartment })}
            {hasContent && compartment.product_title && (
              <>
                {' · '}
                <bdi>{compartment.product_title}</bdi>
              </>
            )}
          </Text>
          {isDrawn && <Content {...props} />}
          <Text size="xs" c="dimmed">
            {[
              hasTrailer && compartment.truck_title,
              lastProduct && t('shipments.on_truck.last', { product: lastProduct }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Group>
      {mayClean && compartment.last_product_title && (
        <CleanButton number={compartment.compartment} truck_id={compartment.truck_id} place={place} />
      )}
    </Group>
  )
}

function Drawing({ compartment }: { compartment: TruckCompartment }) {
  return (
    <div className={styles.drawing}>
      <VesselDrawing
        capacity={compartment.capacity_liters}
        filled={compartment.on_board_liters ?? compartment.planned_liters}
        isPlanned={compartment.on_board_liters === null}
      />
    </div>
  )
}

/** How much is in it, or is planned to be, of how much it can hold. */
function Content({ compartment, volumes }: CompartmentFactsProps) {
  const { t } = useTranslation()
  const { apart } = useFormat()
  const filled = compartment.on_board_liters ?? compartment.planned_liters
  const isPlanned = compartment.on_board_liters === null
  const state = filled <= 0 ? t('shipments.on_truck.empty') : isPlanned && t('shipments.planned')
  return (
    <Text size="sm">
      {[apart(`${volumes.text(filled)} / ${volumes.text(compartment.capacity_liters)}`), state]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}

interface FiguresProps extends Pick<CompartmentFactsProps, 'volumes' | 'isRound' | 'isOut'> {
  compartment: TruckCompartment
}

/** Movements of a round, and differences from the books. */
function Figures({ compartment, volumes, isRound, isOut }: FiguresProps) {
  const { t } = useTranslation()
  const text = (litres: number) => volumes.text(litres)
  const { on_board_liters, difference_liters, margin_liters, reason } = compartment
  const moved = (['carried', 'loaded', 'delivered', 'returned'] as const).flatMap((name) => {
    const litres = compartment[`${name}_liters`]
    // A truck that left has something on board.
    if (litres === null) return [[t('shipments.on_truck.loaded'), <NoLift key={name} isWarning={isOut} />]]
    return litres > 0 ? [[t(`shipments.on_truck.${name}`), text(litres)]] : []
  })
  const facts = [
    ...moved,
    ...(on_board_liters === null ? [] : [[t('shipments.on_truck.on_board'), text(on_board_liters)]]),
  ]
  return (
    <dl className={styles.figures}>
      {isRound &&
        facts.map(([label, value], index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {difference_liters !== null && (
        <div>
          <dt>
            {t('shipments.on_truck.difference')}{' '}
            {margin_liters !== null && t('shipments.on_truck.within', { margin: text(margin_liters) })}
          </dt>
          <dd>
            {text(difference_liters)}
            {reason && ` (${t(`shipments.on_truck.reasons.${reason}`)})`}
          </dd>
        </div>
      )}
    </dl>
  )
}

function NoLift({ isWarning }: { isWarning: boolean }) {
  const { t } = useTranslation()
  const text = t('shipments.on_truck.no_lift')
  if (!isWarning) return text
  return (
    <Badge color="mild" leftSection={<IconAlertTriangle size={13} aria-hidden />}>
      {text}
    </Badge>
  )
}

interface LiftProps extends Pick<OnTruckPartProps, 'zone'> {
  lift: LiftTicket
  onCorrect: (() => void) | undefined
}

function Lift({ lift, zone, onCorrect }: LiftProps) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant, instantAt } = useFormat()
  const volume = (figure: string) => quantityText(figure, lift.unit_title, language, 1)
  return (
    <Group justify="space-between" wrap="nowrap" className={styles.lift}>
      <div>
        <Text size="sm" fw={600} td={lift.is_corrected ? 'line-through' : undefined}>
          <bdi>{lift.number}</bdi> · {volume(lift.gross)}
          {lift.net !== null && ` (${t('shipments.on_truck.net', { net: volume(lift.net) })})`}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            t('shipments.compartment', { number: lift.compartment }),
            lift.product_title,
            lift.terminal_title,
            lift.supplier,
            zone ? instantAt(lift.lifted_at, zone) : instant(lift.lifted_at),
            lift.reason && t('shipments.on_truck.corrects', { reason: lift.reason }),
            lift.is_corrected && t('shipments.on_truck.is_corrected'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {onCorrect && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-label={t('shipments.on_truck.correct_of', { number: lift.number })}
          onClick={onCorrect}
        >
          {t('shipments.on_truck.correct')}
        </Button>
      )}
    </Group>
  )
}
