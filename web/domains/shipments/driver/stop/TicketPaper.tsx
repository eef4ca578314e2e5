import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StopTicket } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { escapeHtml, usePrintFrame } from '#web/resources/print/usePrintFrame.tsx'
import styles from '../MyDay.module.css'
import { nextNumber } from '../useDriverDay.ts'
import type { StepProps } from './stepProps.ts'
import { MeasuredInputs, NOTHING_MEASURED, useMeasured } from './TicketForm.tsx'
import { useTicketLines } from './useTicketLines.ts'

type TicketPaperProps = Omit<StepProps, 'load'> & { ticket: StopTicket }

/** A ticket as shown at the doorstep; a signed one is corrected by another ticket only. */
export function TicketPaper({ ticket, stop, phone, record }: TicketPaperProps) {
  const load = stop.loads.find(({ shipment_detail_id }) => shipment_detail_id === ticket.shipment_detail_id)
  return load && <LoadTicket {...{ ticket, stop, phone, record, load }} />
}

function LoadTicket({ ticket, stop, phone, record, load }: TicketPaperProps & { load: DriverLoad }) {
  const { t } = useTranslation()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const { title, delivered, lines } = useTicketLines(ticket, load, stop, phone.stops)
  const paper = usePrintFrame(title, htmlOf(title, [delivered, ...lines]))
  const correct = () => setIsCorrecting(true)
  return (
    <Paper withBorder p="md" component="article" aria-label={title}>
      <Text fw={700}>{title}</Text>
      <Text className={styles.figure}>{delivered}</Text>
      {lines.map((line, index) => (
        // Two payments may be equal.
        <Text key={index}>{line}</Text>
      ))}
      {!isCorrecting && (
        <Group mt="sm" grow preventGrowOverflow={false}>
          <Button variant="default" size="md" className={styles.action} onClick={paper.print}>
            {t('resources.print')}
          </Button>
          {!ticket.isCorrected && (
            <Button variant="default" size="md" className={styles.action} onClick={correct}>
              {t('shipments.driver.correct')}
            </Button>
          )}
        </Group>
      )}
      {paper.frame}
      {isCorrecting && (
        <Correction
          {...{ ticket, load, stop, phone }}
          record={async (...events) => {
            await record(...events)
            setIsCorrecting(false)
          }}
        />
      )}
    </Paper>
  )
}

function htmlOf(title: string, lines: readonly string[]): string {
  return `<h1>${escapeHtml(title)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}`
}

function Correction({ ticket, load, stop, phone, record }: StepProps & { ticket: StopTicket }) {
  const { t } = useTranslation()
  const [measured, setMeasured] = useState(NOTHING_MEASURED)
  const [reason, setReason] = useState('')
  const { quantity, celsius, meter_start, meter_end } = useMeasured(load, measured)
  const number = phone.day ? nextNumber(phone.day, phone.stops, phone.events, stop.round.company_id) : null
  const { shipment_detail_id, unit_id } = load
  const correct = () => {
    if (number === null || quantity === null) return
    void record([
      'correction',
      {
        ...{ shipment_detail_id, unit_id, number, quantity, celsius },
        ...{ meter_start, meter_end, corrects: ticket.number, reason: reason.trim() },
      },
    ])
  }
  return (
    <Stack mt="sm">
      <MeasuredInputs load={load} measured={measured} onChange={setMeasured} />
      <TextInput
        size="lg"
        label={t('shipments.driver.why_corrected')}
        maxLength={255}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button size="md" disabled={quantity === null || number === null || !reason.trim()} onClick={correct}>
        {t('shipments.driver.write_ticket', { number })}
      </Button>
    </Stack>
  )
}
