import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { formatMoney } from '#core/platform/numbers/money.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import type { StepProps } from '../stop/stepProps.ts'
import { useDoorInvoice } from './useDoorInvoice.ts'

/** Amount due from a customer who pays on delivery, by the prices that came with the day. */
export function DoorInvoice({ stop, phone }: Pick<StepProps, 'stop' | 'phone'>) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant } = useFormat()
  const invoice = useDoorInvoice(stop, phone.stops)
  if (!invoice) return null
  const { lines, total, due } = invoice
  return (
    <Paper withBorder p="md" component="section" aria-label={t('shipments.driver.invoice')}>
      <Title order={3} size="h4" mb="xs">
        {t('shipments.driver.invoice')}
      </Title>
      <Stack gap={4}>
        {lines.map(({ label, amount }, index) => (
          // Lines keep their order, and two may be equal.
          <Group key={index} justify="space-between" wrap="nowrap" align="flex-start">
            <Text>{label}</Text>
            <Text className={styles.amount}>{amount}</Text>
          </Group>
        ))}
        <Group justify="space-between" wrap="nowrap">
          <Text fw={700}>{t('shipments.driver.invoice_total')}</Text>
          <Text fw={700} className={styles.amount}>
            {total}
          </Text>
        </Group>
      </Stack>
      <Text className={styles.figure} mt="xs">
        {t('shipments.driver.due', { amount: formatMoney(due, stop.currency, language) })}
      </Text>
      {phone.day && <Text>{t('shipments.driver.prices_of', { at: instant(phone.day.read_at) })}</Text>}
    </Paper>
  )
}

/** The label of the payment button, with the amount due if it is known and not zero. */
export function usePaymentLabel({ currency }: StepProps['stop'], due: string | undefined): string {
  const { t } = useTranslation()
  const { language } = useLanguage()
  return due !== undefined && Number(due) > 0
    ? t('shipments.driver.take_payment_due', { amount: formatMoney(due, currency, language) })
    : t('shipments.driver.take_payment')
}

interface DueStepProps extends Pick<StepProps, 'stop'> {
  due: string
  onPay: () => void
  onSkip: () => void
}

/** The step before the signature, for customers who pay on delivery. */
export function DueStep({ stop, due, onPay, onSkip }: DueStepProps) {
  const { t } = useTranslation()
  const label = usePaymentLabel(stop, due)
  return (
    <>
      <Button variant="default" size="md" className={styles.action} onClick={onSkip}>
        {t('shipments.driver.not_paid_now')}
      </Button>
      <BottomBar>
        <Button className={styles.main} onClick={onPay}>
          {label}
        </Button>
      </BottomBar>
    </>
  )
}
