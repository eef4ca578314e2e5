import { Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StopTicket } from '#core/domains/shipments/driver/applyEvent.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { quantityText } from '#core/platform/quantities.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import styles from './MyDay.module.css'
import type { StepProps } from './stepProps.ts'
import { MeasuredInputs, NOTHING_MEASURED, useMeasured } from './TicketForm.tsx'
import { nextNumber } from './useDriverDay.ts'

/** A ticket as it is shown at the door; one that was signed for is changed by another ticket only. */
export function TicketPaper({ ticket, stop, phone, tell }: Omit<StepProps, 'load'> & { ticket: StopTicket }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant } = useFormat()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const load = stop.loads.find(({ shipment_detail_id }) => shipment_detail_id === ticket.shipment_detail_id)
  if (!load) return null
  const text = (figure: string) => quantityText(figure, load.unit_title, language, 1)
  const net = netVolume(
    Number(ticket.quantity),
    { group: load.product_group, specificGravity: load.specific_gravity, celsius: ticket.celsius },
    REFERENCE_CELSIUS[load.unit_code === 'gal' ? 'imperial' : 'metric'],
  )
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      aria-label={t('shipments.driver.ticket', { number: ticket.number })}
    >
      <Text fw={700}>{t('shipments.driver.ticket', { number: ticket.number })}</Text>
      {ticket.isCorrected && <Text fw={700}>{t('shipments.driver.is_corrected')}</Text>}
      {ticket.corrects !== null && <Text>{t('shipments.driver.corrects', { number: ticket.corrects })}</Text>}
      <Text>
        {stop.company_title} · {stop.place}
      </Text>
      <Text>{instant(ticket.at)}</Text>
      <Text className={styles.figure}>
        {load.product_title} {text(ticket.quantity)}
      </Text>
      {ticket.meter_start !== null && (
        <Text>
          {t('shipments.driver.meter')} {ticket.meter_start} → {ticket.meter_end}
        </Text>
      )}
      {net !== null && <Text>{t('shipments.driver.net', { net: text(net.toFixed(3)) })}</Text>}
      {stop.state.signed && (
        <Text>
          {stop.state.signed.isAbsent
            ? t('shipments.driver.nobody_signed')
            : t('shipments.driver.received_by', { name: stop.state.signed.name })}
        </Text>
      )}
      {!ticket.isCorrected && !isCorrecting && (
        <Button mt="sm" variant="default" size="md" onClick={() => setIsCorrecting(true)}>
          {t('shipments.driver.correct')}
        </Button>
      )}
      {isCorrecting && (
        <Correction
          {...{ ticket, load, stop, phone }}
          tell={async (...told) => {
            await tell(...told)
            setIsCorrecting(false)
          }}
        />
      )}
    </Paper>
  )
}

function Correction({ ticket, load, stop, phone, tell }: StepProps & { ticket: StopTicket }) {
  const { t } = useTranslation()
  const [given, setGiven] = useState(NOTHING_MEASURED)
  const [reason, setReason] = useState('')
  const { quantity, celsius, meter_start, meter_end } = useMeasured(load, given)
  const number = nextNumber(phone.day!, phone.stops, phone.kept, stop.round.company_id)
  const { shipment_detail_id, unit_id } = load
  return (
    <Stack mt="sm">
      <MeasuredInputs load={load} given={given} onChange={setGiven} />
      <TextInput
        size="lg"
        label={t('shipments.driver.why_corrected')}
        maxLength={255}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button
        size="md"
        disabled={quantity === null || number === null || !reason.trim()}
        onClick={() =>
          void tell([
            'correction',
            {
              ...{ shipment_detail_id, unit_id, number: number!, quantity: quantity!, celsius },
              ...{ meter_start, meter_end, corrects: ticket.number, reason: reason.trim() },
            },
          ])
        }
      >
        {t('shipments.driver.write_ticket', { number })}
      </Button>
    </Stack>
  )
}
