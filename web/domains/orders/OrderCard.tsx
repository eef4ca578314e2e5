import { Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

export const ORDER_CARD_FIELDS = [
  ...['document_number', 'company_id', 'device_id', 'status_id'],
  ...['document_date', 'due_date', 'grand_total', 'balance'],
]

interface OrderCardProps {
  record: ShownRecord<typeof transaction_documents>
  address: string
}

/** An order or invoice as a card: for whom and where, its date and total, and what is still owed. */
export function OrderCard({ record, address }: OrderCardProps) {
  const { t } = useTranslation()
  const { company_id } = useUser()
  const word = (name: string) => <FieldText resource={transaction_documents} name={name} record={record} />
  const isOwed = Number(record.balance ?? 0) > 0
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap">
        <Text component={Link} to={address} data-is-whole fw={600} truncate>
          {word('document_number')}
        </Text>
        {word('status_id')}
      </Group>
      {record.company_id !== company_id && (
        <Text size="sm" truncate dir="auto">
          {record.company_title}
        </Text>
      )}
      <Text size="sm" c="dimmed" truncate dir="auto">
        {nameOfReference(record, 'device_id')?.name}
      </Text>
      <Group justify="space-between" wrap="nowrap" align="flex-end">
        <Group gap={4} fz="xs" c="dimmed">
          {isOwed && record.due_date ? (
            <>
              {t('records.transaction_documents.fields.due_date')} {word('due_date')}
            </>
          ) : (
            word('document_date')
          )}
        </Group>
        <Text size="sm" fw={600} component="div" data-figures style={{ flex: 'none' }}>
          {word('grand_total')}
        </Text>
      </Group>
    </Stack>
  )
}
