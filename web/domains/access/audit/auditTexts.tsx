import { Text } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ChangeList } from '#web/resources/record/ChangeList.tsx'
import { useAuditActionText } from '#web/resources/record/useAuditActionText.ts'
import type { AnyAuditEntry } from './AnyAuditEntry.ts'
import { auditedKind } from './auditedKind.ts'

interface Shown {
  record: AnyAuditEntry
}

/** Changes in a line of the list; the entry shows all. */
const MAX_CHANGES = 3

const NO_WRAP = { whiteSpace: 'nowrap' } as const

export function WhenText({ record: { at } }: Shown) {
  const { instant } = useFormat()
  return (
    <time dateTime={at} style={NO_WRAP}>
      {instant(at)}
    </time>
  )
}

export function ActionText({ record: { action } }: Shown) {
  return <span style={NO_WRAP}>{useAuditActionText()(action)}</span>
}

export function KindText({ record: { resource } }: Shown) {
  const { t, i18n } = useTranslation()
  const key = `records.${resource}.single`
  const own = `security.audit.${resource}`
  return <>{i18n.exists(key) ? t(key) : i18n.exists(own) ? t(own) : resource}</>
}

export function ChangesText({ record: { resource, changes } }: Shown) {
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
