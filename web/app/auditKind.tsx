import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { registry } from '#core/registry.ts'
import type { AnyAuditEntry } from '#web/domains/access/AnyAuditEntry.ts'
import { ActionText, ChangesText, KindText, WhenText } from '#web/domains/access/auditTexts.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { english } from './english.ts'

const KINDS = [...Object.keys(registry), settings.name].filter((name) => name !== audit_entries.name)

/** The audit log: in words, by person, kind of record, action and days. */
export const auditKind: ListKind = {
  columns: {
    at: { text: 'records.audit_entries.fields.at', sort: 'at', Cell: WhenText },
    action: { text: 'records.audit_entries.fields.action', Cell: ActionText },
    resource: { text: 'records.audit_entries.fields.resource', Cell: KindText },
    changes: {
      text: 'records.audit_entries.fields.changes',
      Cell: ({ record }: { record: AnyAuditEntry }) => <ChangesText record={record} />,
    },
  },
  standard: ['at', 'user_id', 'action', 'resource', 'title', 'changes'],
  filters: {
    resource: {
      text: 'records.audit_entries.fields.resource',
      values: [
        ...KINDS.map((value) => ({ value, text: `records.${value}.label` })),
        { value: 'sessions', text: 'security.audit.sessions' },
      ],
    },
    action: {
      text: 'records.audit_entries.fields.action',
      values: Object.keys(english.resources.actions).map((value) => ({
        value,
        text: `resources.actions.${value}`,
      })),
    },
    record_id: { text: 'records.audit_entries.fields.record_id', isFromLinkOnly: true },
    from: { text: 'security.audit.from', isDate: true },
    to: { text: 'security.audit.to', isDate: true },
  },
}
