import { Badge, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  conversionsOf,
  type DocumentType,
  nextDocumentStatuses,
} from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { call } from '#web/platform/api.ts'
import { useMay } from '#web/platform/session.tsx'
import { StatusSteps } from '#web/resources/StatusSteps.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** What a document is by now, what it can become, and what can be made of it. */
export function OrderHead({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const mayChange = useMay()('transaction_documents.update')
  const type = record['document_type'] as DocumentType
  const status = Number(record['status_id'])
  const convert = useConvert(record)
  const typeName = (one: DocumentType) => t(`records.transaction_documents.choices.document_type.${one}`)
  return (
    <StatusSteps resource={transaction_documents} record={record} next={nextDocumentStatuses(type, status)}>
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

/** Leads to the document that was made. */
function useConvert(record: AnyRecord) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (document_type: DocumentType) =>
      call<{ transaction_document: { document_id: number } }>(
        'POST',
        `/transaction_documents/${record['document_id']}/convert`,
        { document_type },
      ),
    onSuccess: ({ transaction_document }) => void navigate(`/order/${transaction_document.document_id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}
