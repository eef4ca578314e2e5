import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useAuditActionText } from '#web/resources/record/history/useAuditActionText.ts'
import type { AnyAuditEntry } from './AnyAuditEntry.ts'

interface Shown {
  record: AnyAuditEntry
}

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
