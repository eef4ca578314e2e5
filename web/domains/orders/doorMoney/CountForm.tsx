import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
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
import { messageOf } from '#web/ui/StepDialog.tsx'
import { figureOf, useMoneyStep } from '../owed/useAccount.ts'
import type { DoorPayment } from './doorPayment.ts'
import { PaymentRows } from './MoneyTable.tsx'

/** The money that one driver holds of one day: the office counts it, with a reason for a difference. */
export function CountForm({ payments }: { payments: readonly DoorPayment[] }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { money } = useMoney()
  const mayChange = useMay()('transaction_documents.update')
  const [cash, setCash] = useState('')
  const [checks, setChecks] = useState('')
  const [reason, setReason] = useState('')
  const settle = useMoneyStep((body: SentTo<typeof settleDoorMoney>['body']) =>
    request<typeof settleDoorMoney>('POST', '/door_money/settle', { body }),
  )
  const { driver, day, currency_id } = firstOf(payments)
  const heldBy = (method: DoorPayment['method']) =>
    sumOf(payments.flatMap((one) => (one.method === method ? one.amount : [])))
  const held = { cash: heldBy('cash'), checks: heldBy('check') }
  const isCounted = (held.cash.isZero() || cash !== '') && (held.checks.isZero() || checks !== '')
  const off = figureOf(cash).plus(figureOf(checks)).minus(held.cash).minus(held.checks)
  const isOff = isCounted && !(held.cash.equals(figureOf(cash)) && held.checks.equals(figureOf(checks)))
  const title = t('orders.door.held_by', { driver, day: date(day) })
  const errorOf = (name: string) => messageOf(settle.error, name)
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text fw={600}>
          {[
            !held.cash.isZero() &&
              `${t('records.payment_methods.cash')} ${money(held.cash.toFixed(3), currency_id)}`,
            !held.checks.isZero() &&
              `${t('orders.door.checks')} ${money(held.checks.toFixed(3), currency_id)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <PaymentRows payments={payments} />
      {mayChange && (
        <form
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault()
            settle.mutate({
              doorstep_payment_ids: payments.map(({ doorstep_payment_id }) => doorstep_payment_id),
              ...{ cash: cash || '0', checks: checks || '0', reason: isOff ? reason.trim() : null },
            })
          }}
        >
          <Stack gap="sm" mt="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {!held.cash.isZero() && (
                <MoneyInput
                  shared={{ label: t('orders.door.counted_cash'), error: errorOf('cash') }}
                  value={cash}
                  set={(value) => setCash(String(value ?? ''))}
                  currency_id={currency_id}
                />
              )}
              {!held.checks.isZero() && (
                <MoneyInput
                  shared={{ label: t('orders.door.counted_checks'), error: errorOf('checks') }}
                  value={checks}
                  set={(value) => setChecks(String(value ?? ''))}
                  currency_id={currency_id}
                />
              )}
            </SimpleGrid>
            {isOff && (
              <>
                <Text c="urgent" role="status">
                  {t('orders.door.off', { amount: money(off.toFixed(3), currency_id) })}
                </Text>
                <TextInput
                  label={t('orders.door.why_off')}
                  withAsterisk
                  maxLength={255}
                  value={reason}
                  error={errorOf('reason')}
                  onChange={({ currentTarget }) => setReason(currentTarget.value)}
                />
              </>
            )}
            <Group justify="flex-end">
              <Button
                type="submit"
                loading={settle.isPending}
                disabled={!isCounted || (isOff && !reason.trim())}
              >
                {t('orders.door.settle')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Paper>
  )
}
