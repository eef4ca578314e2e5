import { Button, Group, Paper, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { countingPayments, type StopPayment } from '#core/domains/shipments/driver/applyEvent.ts'
import { formatMoney } from '#core/platform/numbers/money.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from '../MyDay.module.css'
import type { StepProps } from '../stop/stepProps.ts'
import { PaymentForm } from './PaymentForm.tsx'

/** The payments at a stop. Those counted by the office cannot be corrected here. */
export function Payments({ stop, phone, record }: Omit<StepProps, 'load'>) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const [corrected, setCorrected] = useState<StopPayment>()
  const paid = countingPayments(stop.state).filter(({ amount }) => Number(amount) > 0)
  const settled = new Set(
    (phone.day?.door_money ?? []).flatMap(({ event_id, is_settled }) => (is_settled ? event_id : [])),
  )
  if (corrected) {
    const close = () => setCorrected(undefined)
    return <PaymentForm stop={stop} record={record} corrects={corrected} onCancel={close} onDone={close} />
  }
  return paid.map((payment) => (
    <Paper key={payment.event_id} withBorder p="sm">
      <Group justify="space-between">
        <Text fw={700}>
          <IconCash size={20} aria-hidden />{' '}
          {[t(`records.payment_methods.${payment.method}`), payment.check_number].filter(Boolean).join(' ')}{' '}
          {formatMoney(payment.amount, stop.currency, language)}
        </Text>
        {settled.has(payment.event_id) ? (
          <Text>{t('shipments.driver.handed_in')}</Text>
        ) : (
          <Button variant="default" size="md" className={styles.action} onClick={() => setCorrected(payment)}>
            {t('shipments.driver.correct_payment')}
          </Button>
        )}
      </Group>
      {payment.note && <Text>{payment.note}</Text>}
    </Paper>
  ))
}
