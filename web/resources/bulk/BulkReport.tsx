import { Anchor, Stack, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import type { RefusedRecord } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { Bulk } from './useBulk.ts'

interface BulkReportProps {
  resource: Resource
  bulk: Pick<Bulk, 'report' | 'message' | 'forget'>
  addressOf: (id?: number) => string
}

/** Lists which of many records could not be changed, and why; each can be opened. */
export function BulkReport({ resource, bulk, addressOf }: BulkReportProps) {
  const { t } = useTranslation()
  const { report, message, forget } = bulk
  // Not even a closed dialog: each list would mount it.
  if (report.length === 0) return null
  return (
    <Dialog onClose={forget} title={t('resources.none_changed')} size="lg">
      <Stack gap="sm">
        <Text size="sm">{message}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`records.${resource.name}.single`)}</Table.Th>
              <Table.Th>{t('resources.why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.map((item) => (
              <RefusedRow key={item.id} resource={resource} address={addressOf(item.id)} refused={item} />
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Dialog>
  )
}

interface RefusedRowProps {
  resource: Resource
  address: string
  refused: RefusedRecord
}

function RefusedRow({ resource, address, refused }: RefusedRowProps) {
  const { t } = useTranslation()
  const { title, message: why, errors } = refused
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} to={address} size="sm">
          {title}
        </Anchor>
      </Table.Th>
      <Table.Td>
        {errors.length === 0
          ? why
          : errors.map(({ field, message: problem }) => (
              <div key={field}>
                {resource.fields[field] ? t(`records.${resource.name}.fields.${field}`) : field}: {problem}
              </div>
            ))}
      </Table.Td>
    </Table.Tr>
  )
}
