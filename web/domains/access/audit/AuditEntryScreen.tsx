import { Anchor, Breadcrumbs, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { ChangeList } from '#web/resources/record/history/ChangeList.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { AnyAuditEntry } from './AnyAuditEntry.ts'
import { auditedKind } from './auditedKind.ts'
import { ActionText, KindText, WhenText } from './auditTexts.tsx'

/** One audit entry: actor, company, time, action and every changed field. */
export function AuditEntryScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data, isError, error, refetch } = useRecord(audit_entries, id)
  const entry = data as AnyAuditEntry | undefined
  const single = t('records.audit_entries.single')
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Breadcrumbs>
        <Anchor component={Link} to={lastListAddress('/configuration/audit')} size="sm">
          {t('records.audit_entries.label')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {single}
        </Text>
      </Breadcrumbs>
      <Title order={1}>{single}</Title>
      {isError && !entry && <ErrorState error={error} onRetry={refetch} />}
      {!entry && !isError && <Skeleton h={300} />}
      {entry && <Facts entry={entry} />}
    </Stack>
  )
}

function Facts({ entry }: { entry: AnyAuditEntry }) {
  const { t } = useTranslation()
  const { resource, changes } = entry
  const facts: [field: string, value: ReactNode][] = [
    ['at', <WhenText key="at" record={entry} />],
    ['user_id', entry.user_title ?? t('resources.nobody')],
    ['on_behalf_of', entry.on_behalf_of_title],
    ['api_key_id', entry.api_key_title],
    ['company_id', entry.company_title],
    ['action', <ActionText key="action" record={entry} />],
    ['resource', <KindText key="resource" record={entry} />],
    ['title', useTitleLink(entry)],
    [
      'changes',
      changes.length > 0 && <ChangeList key="changes" resource={auditedKind(resource)} changes={changes} />,
    ],
  ]
  return (
    <Paper>
      <Table aria-label={t('records.audit_entries.single')}>
        <Table.Tbody>
          {facts
            .filter(([, value]) => value)
            .map(([field, value]) => (
              <Table.Tr key={field}>
                <Table.Th scope="row" w="34%">
                  {t(`records.audit_entries.fields.${field}`)}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

/** The name of the changed record, with a link while it exists. */
function useTitleLink({ resource, record_id, title, action }: AnyAuditEntry): ReactNode {
  const addressOf = useRecordAddress()
  const isThere = record_id !== null && action !== 'delete'
  const address = isThere ? addressOf(resource, record_id) : undefined
  const name = title ?? (record_id === null ? '' : `#${record_id}`)
  if (!address || !name) return name
  return (
    <Anchor key="title" component={Link} to={address} inherit>
      {name}
    </Anchor>
  )
}
