import { sql } from 'kysely'
import { defaultIssues } from '#core/domains/tools/defaultIssues.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import type { Issue } from '#core/platform/issue.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { type ChangesOf, type NewRecordOf, type RecordOf, tableOf } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { USER_COLUMN, type UserField, userFieldKey } from '#core/resources/userFields.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readUserFields } from '#server/resources/userFields.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { mayRead } from '#server/resources/visible.ts'

type Kept = RecordOf<typeof user_defined_fields>

/** What values that are there depend on: it stays as it was made. */
const FIXED = ['resource', 'name', 'data_type'] as const

export const userFieldOperations: Partial<Operations<typeof user_defined_fields>> = {
  create: async (context, body) => {
    const values = acceptNew(context, user_defined_fields, body) as NewRecordOf<typeof user_defined_fields>
    refuseIssues(defaultIssues(values as Partial<UserField>))
    return insertRecord(context, user_defined_fields, values)
  },
  update: async (context, id, body) => {
    const current = await lockRecord(context, user_defined_fields, id)
    const changes = acceptChanges(context, user_defined_fields, body, current) as ChangesOf<
      typeof user_defined_fields
    >
    refuseIssues([...fixedIssues(current, changes), ...(await choiceIssues(context, current, changes))])
    refuseIssues(defaultIssues({ ...current, ...changes } as Partial<UserField>))
    if (current.is_active === 1 && changes.is_active === 0) await refuseAsked(context, current)
    return updateRecord(context, user_defined_fields, id, changes)
  },
  remove: async (context, id) => {
    await refuseAsked(context, await lockRecord(context, user_defined_fields, id))
    return removeRecord(context, user_defined_fields, id)
  },
}

/**
 * A field that forms ask for stays until they no longer do: what is filled in there would be lost.
 * @throws Refusal 409 with the forms, and how many records have a value in it
 */
async function refuseAsked({ db }: Context, { resource, name }: Kept): Promise<void> {
  const table = tableOf(resourceOf(resource))
  const { rows: asking } = await sql<{ name: string }>`
    select f.name from forms f join sql_tables t on t.table_id = f.primary_table_id
    where t.table_name = ${table} and f.fields @> ${JSON.stringify([{ name: userFieldKey({ name }) }])}::jsonb
    order by f.name`.execute(db)
  if (asking.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(USER_COLUMN)} ->> ${name} is not null`.execute(db)
  throw conflict('messages.field_in_forms', {
    forms: asking.map((form) => form.name).join(', '),
    records: String(rows[0]!.count),
  })
}

/** Values keep their type and their digits. */
function fixedIssues(current: Kept, changes: ChangesOf<typeof user_defined_fields>): Issue[] {
  const issues: Issue[] = FIXED.filter(
    (name) => changes[name] !== undefined && changes[name] !== current[name],
  ).map((field) => ({ field, rule: 'fixed' }))
  const decimals = changes.decimals === undefined ? current.decimals : changes.decimals
  return (decimals ?? 2) < (current.decimals ?? 2)
    ? [...issues, { field: 'decimals', rule: 'fixed' }]
    : issues
}

/** A choice that some record has cannot be taken away from it. */
async function choiceIssues(
  { db }: Context,
  current: Kept,
  { choices }: ChangesOf<typeof user_defined_fields>,
): Promise<Issue[]> {
  const gone = choices === undefined ? [] : (current.choices ?? []).filter((one) => !choices?.includes(one))
  for (const choice of gone) {
    const value = JSON.stringify({ [current.name]: choice })
    const { rows } = await sql`select 1 from ${sql.table(tableOf(resourceOf(current.resource)))}
      where ${sql.ref(USER_COLUMN)} @> ${value}::jsonb limit 1`.execute(db)
    if (rows.length > 0) return [{ field: 'choices', rule: 'choice_in_use', params: { choice } }]
  }
  return []
}

/** The user-defined fields of every kind of record that the actor may read: what his screens are drawn from. */
export async function listKnownFields({ db, actor }: Context): Promise<UserField[]> {
  const fields = await readUserFields(db)
  return fields.filter(
    ({ resource, staff_only }) =>
      mayRead(actor, resourceOf(resource)) && (staff_only === 0 || isStaff(actor.loginType)),
  )
}
