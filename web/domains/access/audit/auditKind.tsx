import { lazy, Suspense } from 'react'
import { AUDIT_ACTIONS } from '#core/resources/auditActions.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import type { AnyAuditEntry } from './AnyAuditEntry.ts'
import { ActionText, KindText, WhenText } from './auditTexts.tsx'

const AuditChanges = lazy(() => import('./AuditChanges.tsx').then((m) => ({ default: m.AuditChanges })))

/**
 * The audit log as text, filtered by person, kind of record, action and days.
 * @param audited The kinds whose changes it holds.
 */
export const auditKind = (audited: readonly string[]): ListKind => ({
  columns: {
    at: { text: 'records.audit_entries.fields.at', sort: 'at', Cell: WhenText },
    action: { text: 'records.audit_entries.fields.action', Cell: ActionText },
    resource: { text: 'records.audit_entries.fields.resource', Cell: KindText },
    changes: {
      text: 'records.audit_entries.fields.changes',
      Cell: ({ record }: { record: AnyAuditEntry }) => (
        <Suspense>
          <AuditChanges record={record} />
        </Suspense>
      ),
    },
  },
  standard: ['at', 'user_id', 'action', 'resource', 'title', 'changes'],
  filters: {
    resource: {
      text: 'records.audit_entries.fields.resource',
      values: [
        ...audited.map((value) => ({ value, text: `records.${value}.label` })),
        ...['sessions', 'payments'].map((value) => ({ value, text: `security.audit.${value}` })),
      ],
    },
    action: {
      text: 'records.audit_entries.fields.action',
      values: AUDIT_ACTIONS.map((value) => ({
        value,
        text: `resources.actions.${value}`,
      })),
    },
    record_id: { text: 'records.audit_entries.fields.record_id', isFromLinkOnly: true },
    from: { text: 'security.audit.from', isDate: true },
    to: { text: 'security.audit.to', isDate: true },
  },
})
