import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#core/resources/auditActions.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'

const CHANGED = 'record.changed' satisfies keyof Events

/** A statement that writes an event for each `record_id` of some rows, while any webhook is active. */
function changeEvents(
  name: string,
  action: string,
  at: Date,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into events (name, payload)
    select ${sql.lit(CHANGED)}, jsonb_build_object('resource', ${name}::text, 'id', record_id, 'action', ${action}::text,
      'at', ${at.toISOString()}::text)
    from ${rows} where exists (select from webhooks where status = 'active' and secret_sealed is not null)`
}

/** The change events as a part of the statement that writes a history; empty for kinds and actions that webhooks do not report. */
export function withChangeEvents(
  kind: Resource | undefined,
  action: AuditAction,
  at: Date,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Readers of the record may not know that such an action happened.
  if (!kind?.hasWebhooks || kind.visibility.closedHistory?.entries[action]) return sql``
  return sql`, reported as (${changeEvents(kind.name, action, at, rows)})`
}

/** Reports changes that have no history entry to webhooks, once the transaction commits. */
export async function reportChanges(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string,
  action: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await changeEvents(name, action, now, sql`unnest(${[...ids]}::int8[]) as changed (record_id)`).execute(db)
}
