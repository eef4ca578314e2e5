import { Alert, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { readCreditStanding } from '#core/domains/orders/accountCalls.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** In the form of an order: warns that its customer is on hold or over the limit, and asks for the reason to continue. */
export function CreditReasonInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const company_id = Number(form.values.company_id ?? 0)
  const isOrder = form.values.document_type === 'sales_order'
  const { data } = useCreditStanding(company_id, isOrder)
  const value = String(form.values[name] ?? '')
  const isHeld = data?.credit_hold === 1
  if (!isHeld && !data?.is_over && !value && !form.errors[name]) return null
  return (
    <Stack gap="xs">
      {isHeld && (
        <Alert color="urgent" title={t('orders.credit_standing.hold')}>
          {data.credit_hold_reason}
        </Alert>
      )}
      {data?.is_over && (
        <Alert color="mild" title={t('orders.credit_standing.over')}>
          {t('orders.credit_standing.over_text', {
            balance: money(data.balance, data.currency_id),
            limit: money(data.credit_limit!, data.currency_id),
          })}
        </Alert>
      )}
      {(isHeld || value || form.errors[name]) && (
        <TextInput
          label={t('records.transaction_documents.fields.credit_reason')}
          maxLength={255}
          disabled={isReadOnly}
          error={form.errors[name]}
          data-field={name}
          value={value}
          onChange={(event) => form.set({ [name]: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}

function useCreditStanding(company_id: number, isOrder: boolean) {
  return useQuery({
    queryKey: ['transaction_documents', 'credit_standing', company_id],
    queryFn: reading<typeof readCreditStanding>('/companies/:company_id/credit_standing', {
      params: { company_id },
    }),
    select: ({ credit_standing }) => credit_standing,
    enabled: company_id > 0 && isOrder,
  })
}
