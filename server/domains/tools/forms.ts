import { sql } from 'kysely'
import { forms } from '#core/domains/tools/forms.ts'
import { registry } from '#core/registry.ts'
import {
  type ChangesOf,
  hasCall,
  type Issue,
  type NewRecordOf,
  pathOf,
  type RecordOf,
  type Resource,
  tableOf,
} from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, type Operations, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { kindOf } from './firstMeaning.ts'

export type Form = RecordOf<typeof forms>

export const formOperations: Partial<Operations<typeof forms>> = {
  create: async (context, body) => {
    const values = acceptNew(context, forms, body) as NewRecordOf<typeof forms>
    await refuseUnfit(context, values)
    return insertRecord(context, forms, values)
  },
  update: async (context, id, body) => {
    const current = await lockRecord(context, forms, id)
    const changes = acceptChanges(forms, body, current) as ChangesOf<typeof forms>
    await refuseUnfit(context, { ...current, ...changes })
    return updateRecord(context, forms, id, changes)
  },
}

/** The kind of record that a form saves, or whose fields it shows. */
export function kindOfForm(table: string, endpoint: string | null | undefined): Resource | undefined {
  if (!endpoint) return kindOf(table)
  const path = `/${endpoint.replace(/^\/+|\/+$/g, '')}`
  return (Object.values(registry) as Resource[]).find(
    (kind) => pathOf(kind) === path && tableOf(kind) === table && hasCall(kind, 'create'),
  )
}

/**
 * A form asks for fields of its table, is saved by a call that makes records of that table, and holds no form that
 * holds it.
 * @throws Refusal 422
 */
async function refuseUnfit(
  context: Context,
  form: Partial<Form> & Pick<Form, 'primary_table_id'>,
): Promise<void> {
  const { rows: known } = await sql<{ table_name: string; field_id: number | null; name: string | null }>`
    select t.table_name, f.field_id, f.name from sql_tables t left join sql_fields f using (table_id)
    where t.table_id = ${form.primary_table_id}`.execute(context.db)
  // A table that is not there is refused where every reference is.
  if (known.length === 0) return
  const issues: Issue[] = (form.fields ?? []).flatMap(({ field_id }, at) =>
    field_id == null || known.some((one) => one.field_id === field_id)
      ? []
      : [{ field: `fields.${at}.field_id`, rule: 'not_found' }],
  )
  if (form.endpoint && !kindOfForm(known[0]!.table_name, form.endpoint))
    issues.push({ field: 'endpoint', rule: 'endpoint' })
  if (form.sub_form_id && (await leadsTo(context, form.sub_form_id, form.form_id)))
    issues.push({ field: 'sub_form_id', rule: 'within_itself' })
  refuseIssues(issues)
}

async function leadsTo({ db }: Context, from: number, to: number | undefined): Promise<boolean> {
  if (to === undefined) return false
  const { rows } = await sql`
    with recursive below as (
      select form_id, sub_form_id from forms where form_id = ${from}
      union select f.form_id, f.sub_form_id from forms f join below b on f.form_id = b.sub_form_id
    ) select 1 from below where form_id = ${to}`.execute(db)
  return rows.length > 0
}
