import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AccountPayments } from '../owed/AccountPayments.tsx'
import { useAccount } from '../owed/useAccount.ts'
import type { DoorPayment } from './doorPayment.ts'

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
  const [isPlacing, setPlacing] = useState(false)
  const { company_title, method, check_number, amount, left, currency_id, at, shipment_number } = payment
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
        <Button size="xs" variant="light" mt={4} onClick={() => setPlacing(true)}>
          {t('orders.door.place')}
        </Button>
      )}
      {isPlacing && <PayerAccount payment={payment} onClose={() => setPlacing(false)} />}
    </li>
  )
}

/** The account of who paid: counted money is a payment there. */
function PayerAccount({ payment, onClose }: { payment: DoorPayment; onClose: () => void }) {
  const { data } = useAccount(payment.company_id)
  return (
    <Dialog onClose={onClose} size="lg" title={payment.company_title}>
      {data && <AccountPayments account={data} mayChange />}
    </Dialog>
  )
}
