import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { DoorPayment } from './doorPayment.ts'
import { GiveBack, PlaceForm } from './PlaceForm.tsx'

interface MoneyTableProps {
  title: string
  payments: readonly DoorPayment[]
  hint?: string
  /** Some of them still need an invoice. */
  isOpen?: boolean
}

/** Counted doorstep payments. */
export function MoneyTable({ title, payments, hint, isOpen }: MoneyTableProps) {
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed" mb="sm">
          {hint}
        </Text>
      )}
      <PaymentRows payments={payments} isOpen={isOpen} />
    </Paper>
  )
}

interface PaymentRowsProps {
  payments: readonly DoorPayment[]
  isOpen?: boolean | undefined
}

/** Payments line by line: customer, amount and use. */
export function PaymentRows({ payments, isOpen }: PaymentRowsProps) {
  return (
    <Stack gap="xs" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {payments.map((payment) => (
        <PaymentRow key={payment.doorstep_payment_id} payment={payment} isOpen={isOpen} />
      ))}
    </Stack>
  )
}

function PaymentRow({ payment, isOpen }: { payment: DoorPayment; isOpen: boolean | undefined }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const { money } = useMoney()
  const mayChange = useMay()('transaction_documents.update')
  const [step, setStep] = useState<'place' | 'give_back'>()
  const { company_title, method, check_number, amount, left, currency_id, at, shipment_number } = payment
  const close = () => setStep(undefined)
  return (
    <li>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Text>
            <bdi>{company_title}</bdi> ·{' '}
            {[t(`records.payment_methods.${method}`), check_number].filter(Boolean).join(' ')}
          </Text>
          <Text size="sm" c="dimmed">
            {[instant(at), shipment_number, payment.note, ...payment.documents].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <div>
          <Text fw={600} ta="end">
            {money(amount, currency_id)}
          </Text>
          {isOpen && Number(left) !== Number(amount) && (
            <Text size="sm" ta="end">
              {t('orders.door.still', { amount: money(left, currency_id) })}
            </Text>
          )}
        </div>
      </Group>
      {isOpen && mayChange && (
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="light" onClick={() => setStep('place')}>
            {t('orders.door.place')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setStep('give_back')}>
            {t('orders.door.give_back')}
          </Button>
        </Group>
      )}
      {step === 'place' && <PlaceForm payment={payment} onClose={close} />}
      {step === 'give_back' && <GiveBack payment={payment} onClose={close} />}
    </li>
  )
}
