import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Decimal } from 'decimal.js'
import { useState } from 'react'
import type { settleDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { Form } from '#web/ui/Form.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { figureOf, useMoneyStep } from '../owed/useAccount.ts'
import type { DoorPayment } from './doorPayment.ts'
import { PaymentRows } from './MoneyTable.tsx'

const METHODS = ['cash', 'checks'] as const

/** The money that one driver holds of one day: the office counts it, with a reason for a difference. */
export function CountForm({ payments }: { payments: readonly DoorPayment[] }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { money } = useMoney()
  const mayChange = useMay()('transaction_documents.update')
  const { driver, day, currency_id } = firstOf(payments)
  const heldBy = (method: DoorPayment['method']) =>
    sumOf(payments.flatMap((payment) => (payment.method === method ? payment.amount : [])))
  const held = { cash: heldBy('cash'), checks: heldBy('check') }
  const names = { cash: t('records.payment_methods.cash'), checks: t('orders.door.checks') }
  const title = t('orders.door.held_by', { driver, day: date(day) })
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text fw={600}>
          {METHODS.filter((method) => !held[method].isZero())
            .map((method) => `${names[method]} ${money(held[method].toFixed(3), currency_id)}`)
            .join(' · ')}
        </Text>
      </Group>
      <PaymentRows payments={payments} />
      {mayChange && <Count {...{ title, payments, held }} />}
    </Paper>
  )
}

interface CountProps {
  title: string
  payments: readonly DoorPayment[]
  held: Readonly<Record<(typeof METHODS)[number], Decimal>>
}

/** Counted part of the money held. */
function Count({ title, payments, held }: CountProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [counted, setCounted] = useState({ cash: '', checks: '' })
  const [reason, setReason] = useState('')
  const settle = useMoneyStep((body: SentTo<typeof settleDoorMoney>['body']) =>
    request<typeof settleDoorMoney>('POST', '/door_money/settle', { body }),
  )
  const { currency_id } = firstOf(payments)
  const methods = METHODS.filter((method) => !held[method].isZero())
  const isCounted = methods.every((method) => counted[method] !== '')
  const offs = METHODS.map((method) => figureOf(counted[method]).minus(held[method]))
  const isOff = isCounted && offs.some((off) => !off.isZero())
  const { cash, checks } = counted
  return (
    <Form
      noValidate
      aria-label={title}
      onSubmit={() =>
        settle.mutate({
          doorstep_payment_ids: payments.map(({ doorstep_payment_id }) => doorstep_payment_id),
          ...{ cash: cash || '0', checks: checks || '0', reason: isOff ? reason.trim() : null },
        })
      }
    >
      <Stack gap="sm" mt="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {methods.map((method) => (
            <MoneyInput
              key={method}
              shared={{
                label: t(`orders.door.counted_${method}`),
                error: messageOf(settle.error, method),
              }}
              value={counted[method]}
              set={(value) => setCounted({ ...counted, [method]: value })}
              currency_id={currency_id}
            />
          ))}
        </SimpleGrid>
        {isOff && (
          <>
            <Text c="urgent" role="status">
              {t('orders.door.off', { amount: money(Decimal.sum(...offs).toFixed(3), currency_id) })}
            </Text>
            <TextInput
              label={t('orders.door.why_off')}
              withAsterisk
              maxLength={255}
              value={reason}
              error={messageOf(settle.error, 'reason')}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={settle.isPending} disabled={!isCounted || (isOff && !reason.trim())}>
            {t('orders.door.settle')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
