import { sql } from 'kysely'
import { companyFieldOf, kindOfForm, kindOfTable, linkTo } from '#core/domains/tools/formKinds.ts'
import { forms } from '#core/domains/tools/forms.ts'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { RecordOf, Resource } from '#core/resources/definition.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord, type Operations, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'

export type Form = RecordOf<typeof forms>

export const formOperations: Partial<Operations<typeof forms>> = {
  create: async (context, body) => {
    const values = acceptNew(context, forms, body)
    await refuseUnfit(context, values)
    return insertRecord(context, forms, values)
  },
  update: async (context, id, body) => {
    const current = await lockRecord(context, forms, id)
    const changes = acceptChanges(context, forms, body, current)
    await refuseUnfit(context, { ...current, ...changes })
    return updateRecord(context, forms, id, changes)
  },
}

/**
 * A form has fields of its table, is saved by a call that creates records of that table, contains no form that contains it and no unrelated
 * one, and is for a company only where its records have one.
 * @throws Refusal 422
 */
async function refuseUnfit(
  context: Context,
  form: Partial<Form> & Pick<Form, 'primary_table_id'>,
): Promise<void> {
  const { rows: known } = await sql<Column>`
    select t.table_name, f.field_id, f.name, f.is_hidden from sql_tables t left join sql_fields f using (table_id)
    where t.table_id = ${form.primary_table_id}`.execute(context.db)
  // A missing table is refused with the other references.
  if (known.length === 0) return
  const issues: Issue[] = (form.fields ?? []).flatMap(({ field_id }, index) =>
    field_id == null || known.some((item) => item.field_id === field_id)
      ? []
      : [{ field: `fields.${index}.field_id`, rule: 'not_found' }],
  )
  const table = firstOf(known).table_name
  const kind = kindOfForm(table, form.endpoint)
  const isAllowed = allowedFields(kind ?? kindOfTable(table), known)
  for (const [index, { name }] of (form.fields ?? []).entries())
    if (!isAllowed(name)) issues.push({ field: `fields.${index}.name`, rule: 'unknown_field' })
  if (form.endpoint && !kind) issues.push({ field: 'endpoint', rule: 'endpoint' })
  else if (form.has_scope && !(kind && companyFieldOf(kind)))
    issues.push({ field: 'has_scope', rule: 'no_company' })
  if (form.sub_form_id && (await leadsTo(context, form.sub_form_id, form.form_id)))
    issues.push({ field: 'sub_form_id', rule: 'within_itself' })
  else if (form.sub_form_id && !(await isRelated(context, form.sub_form_id, table)))
    issues.push({ field: 'sub_form_id', rule: 'unrelated_form' })
  refuseIssues(issues)
}

interface Column {
  table_name: string
  field_id: number | null
  name: string | null
  is_hidden: 0 | 1 | null
}

/** Fields of a form: those that users may write; for a table without its own records, those that the dictionary does not hide. */
function allowedFields(kind: Resource | undefined, known: readonly Column[]): (name: string) => boolean {
  if (!kind) return (name) => known.some((column) => column.name === name && column.is_hidden !== 1)
  const { fields } = withUserFields(kind)
  return (name) => fields[name] !== undefined && !fields[name].computed && !isSecret(fields[name])
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

/** A nested form has more fields of the same record, or of records that refer to it. */
async function isRelated({ db }: Context, within: number, table: string): Promise<boolean> {
  const { rows } = await sql<{ table_name: string }>`
    select t.table_name from forms f join sql_tables t on t.table_id = f.primary_table_id
    where f.form_id = ${within}`.execute(db)
  const inner = rows[0] && kindOfTable(rows[0].table_name)
  // A missing one is refused with the other references.
  return !rows[0] || rows[0].table_name === table || Boolean(inner && linkTo(table, inner))
}
