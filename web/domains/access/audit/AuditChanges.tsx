import { Text } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ChangeList } from '#web/resources/record/history/ChangeList.tsx'
import type { AnyAuditEntry } from './AnyAuditEntry.ts'
import { auditedKind } from './auditedKind.ts'

/** Changes in a line of the list; the entry shows all. */
const MAX_CHANGES = 3

/** Changes of an audit entry, in short. */
export function AuditChanges({ record: { resource, changes } }: { record: AnyAuditEntry }) {
  const { t } = useTranslation()
  const more = changes.length - MAX_CHANGES
  return (
    <>
      <ChangeList resource={auditedKind(resource)} changes={changes.slice(0, MAX_CHANGES)} staysShort />
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {t('security.audit.more', { count: more })}
        </Text>
      )}
    </>
  )
}
