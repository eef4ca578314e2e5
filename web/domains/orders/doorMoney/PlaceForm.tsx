import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPayable } from '#core/domains/orders/documentStatus.ts'
import type { giveBackDoorMoney, placeDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { request } from '#web/platform/request.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { DoorPayment } from './doorPayment.ts'

interface StepProps {
  payment: DoorPayment
  onClose: () => void
}

/** Assigns the rest of a payment to an invoice. */
export function PlaceForm({ payment, onClose }: StepProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { company_id, company_title, currency_id, doorstep_payment_id, left } = payment
  const [chosen, setChosen] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['transaction_documents', 'payable', company_id],
    queryFn: async ({ signal }) =>
      (
        await request<StandardCalls<typeof transaction_documents>['list']>('GET', '/transaction_documents', {
          query: { document_type: 'invoice', company_id: String(company_id), page_size: '100' },
          signal,
        })
      ).transaction_documents,
  })
  const open = (data ?? []).filter(
    ({ status_id, balance }) => isPayable('invoice', Number(status_id)) && Number(balance) > 0,
  )
  const place = useStep(
    (document_id: number) =>
      request<typeof placeDoorMoney>('POST', '/door_money/:doorstep_payment_id/place', {
        params: { doorstep_payment_id },
        body: { document_id },
      }),
    onClose,
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('orders.door.place')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('orders.door.place_hint', { amount: money(left, currency_id), company: company_title })}
        </Text>
        {data && open.length === 0 && <Text size="sm">{t('orders.door.no_invoice')}</Text>}
        <SelectInput
          label={t('orders.door.invoice')}
          value={chosen}
          data={open.map(({ document_id, document_number, balance }) => ({
            value: String(document_id),
            label: `${document_number} · ${money(String(balance), currency_id)}`,
          }))}
          onChange={setChosen}
        />
        {place.error && <Text c="urgent">{place.error.message}</Text>}
        <Group justify="flex-end">
          <Button disabled={!chosen} loading={place.isPending} onClick={() => place.mutate(Number(chosen))}>
            {t('orders.door.place')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Returns the rest, or records a bounced check, with a reason. */
export function GiveBack({ payment, onClose }: StepProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { doorstep_payment_id, left, currency_id } = payment
  const giveBack = useStep(
    (reason: string) =>
      request<typeof giveBackDoorMoney>('POST', '/door_money/:doorstep_payment_id/give_back', {
        params: { doorstep_payment_id },
        body: { reason },
      }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('orders.door.give_back')}
      text={t('orders.door.give_back_hint', { amount: money(left, currency_id) })}
      isRequired
      isPending={giveBack.isPending}
      error={giveBack.error}
      onConfirm={(reason) => giveBack.mutate(reason)}
      onClose={onClose}
    />
  )
}

function useStep<T>(step: (input: T) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['door_money'] }),
        client.invalidateQueries({ queryKey: ['transaction_documents'] }),
      ]),
  })
}
