import { Badge, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { changeDocumentStatus, closeShort, convertDocument } from '#core/domains/orders/calls.ts'
import {
  conversionsOf,
  DOCUMENT_STATUS,
  type DocumentType,
  nextDocumentStatuses,
} from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { request } from '#web/platform/request.ts'
import { useMay } from '#web/platform/session.tsx'
import { StatusSteps } from '#web/resources/record/StatusSteps.tsx'
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
  const because = useBecause(record, () => setAsked(null))
  const isOpen = type === 'sales_order' && status === DOCUMENT_STATUS.open
  // An open order is closed short, or its rest comes without a delivery: "closed" follows by itself.
  const next = nextDocumentStatuses(type, status).filter((to) => !isOpen || to !== DOCUMENT_STATUS.closed)
  const asks: Record<number, () => void> =
    type === 'sales_order' ? { [DOCUMENT_STATUS.received]: () => setAsked('received') } : {}
  // What a delivery does by itself is not what one does first.
  const isWaiting = type === 'sales_order' && next[0] === DOCUMENT_STATUS.received
  return (
    <StatusSteps resource={transaction_documents} record={record} next={next} asks={asks} isAside={isWaiting}>
      {asked && (
        <ReasonDialog
          title={t(asked === 'short' ? 'orders.close_short' : 'orders.receive')}
          text={t(asked === 'short' ? 'orders.close_short_text' : 'orders.receive_text')}
          isRequired={asked === 'received'}
          isPending={because.isPending}
          error={because.error}
          onConfirm={(reason) => because.mutate({ asked, reason })}
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

/** Receives or closes short, with the reason. */
function useBecause(record: AnyRecord, onDone: () => void) {
  const client = useQueryClient()
  const params = idOf(record)
  return useMutation({
    mutationFn: ({ asked, reason }: { asked: 'received' | 'short'; reason: string }) =>
      asked === 'short'
        ? request<typeof closeShort>('POST', '/transaction_documents/:document_id/close_short', {
            params,
            body: { reason: reason || null },
          })
        : request<typeof changeDocumentStatus>('POST', '/transaction_documents/:document_id/status', {
            params,
            body: { status_id: DOCUMENT_STATUS.received, reason },
          }),
    onSuccess: onDone,
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
