import { Badge, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { closeShort, convertDocument } from '#core/domains/orders/calls.ts'
import { conversionsOf, DOCUMENT_STATUS, type DocumentType } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { request } from '#web/platform/request.ts'
import { useMay } from '#web/platform/session.tsx'
import { StatusSteps, useStep } from '#web/resources/record/StatusSteps.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { idOf } from './idOf.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

/** What a document is by now, what it can become, and what can be made of it. */
export function OrderHead({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const mayChange = useMay()('transaction_documents.update')
  const type = record['document_type'] as DocumentType
  const status = Number(record['status_id'])
  const convert = useConvert(record)
  const typeName = (one: DocumentType) => t(`records.transaction_documents.choices.document_type.${one}`)
  const [asked, setAsked] = useState<'received' | 'short' | null>(null)
  const done = { onSuccess: () => setAsked(null) }
  const short = useCloseShort(record)
  const step = useStep(transaction_documents, record)
  const because = asked === 'short' ? short : step
  const isOpen = type === 'sales_order' && status === DOCUMENT_STATUS.open
  // An open order is closed short, or its rest comes without a delivery: "closed" follows by itself.
  const without = isOpen ? [DOCUMENT_STATUS.closed] : []
  const asks: Record<number, () => void> =
    type === 'sales_order' ? { [DOCUMENT_STATUS.received]: () => setAsked('received') } : {}
  return (
    <StatusSteps resource={transaction_documents} record={record} asks={asks} without={without}>
      {asked && (
        <ReasonDialog
          title={t(asked === 'short' ? 'orders.close_short' : 'orders.receive')}
          text={t(asked === 'short' ? 'orders.close_short_text' : 'orders.receive_text')}
          isRequired={asked === 'received'}
          isPending={because.isPending}
          error={because.error}
          onConfirm={(reason) =>
            asked === 'short'
              ? short.mutate(reason, done)
              : step.mutate({ to: DOCUMENT_STATUS.received, reason }, done)
          }
          onClose={() => setAsked(null)}
        />
      )}
      {mayChange && isOpen && (
        <Button size="xs" variant="default" onClick={() => setAsked('short')}>
          {t('orders.close_short')}
        </Button>
      )}
      {mayChange &&
        conversionsOf(type, status).map((to) => (
          <Button
            key={to}
            size="xs"
            variant="light"
            loading={convert.isPending && convert.variables === to}
            disabled={convert.isPending}
            onClick={() => convert.mutate(to)}
          >
            {t('orders.convert', { from: typeName(type).toLowerCase(), to: typeName(to).toLowerCase() })}
          </Button>
        ))}
      <Badge variant="outline" color="gray">
        {typeName(type)}
      </Badge>
    </StatusSteps>
  )
}

/** Frees what the order still waits for. */
function useCloseShort(record: AnyRecord) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      request<typeof closeShort>('POST', '/transaction_documents/:document_id/close_short', {
        params: idOf(record),
        body: { reason: reason || null },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}

/** Leads to the document that was made. */
function useConvert(record: AnyRecord) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (document_type: DocumentType) =>
      request<typeof convertDocument>('POST', '/transaction_documents/:document_id/convert', {
        params: idOf(record),
        body: { document_type },
      }),
    onSuccess: ({ transaction_document }) => void navigate(`/order/${transaction_document.document_id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}
