import { sql } from 'kysely'
import { defaultIssues } from '#core/domains/tools/defaultIssues.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { type ChangesOf, type NewRecordOf, type RecordOf, tableOf } from '#core/resources/definition.ts'
import { USER_COLUMN, type UserField, userFieldKey } from '#core/resources/fields/userFields.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readUserFields } from '#server/resources/userFields/userFields.ts'

type FieldDefinition = RecordOf<typeof user_defined_fields>

/** Fixed once created, as stored values depend on them. */
const FIXED = ['resource', 'name', 'data_type'] as const

export const userFieldOperations: Partial<Operations<typeof user_defined_fields>> = {
  create: async (context, body) => {
    const values = acceptNew(context, user_defined_fields, body)
    refuseIssues([...defaultIssues(values), ...(await labelIssues(context, values))])
    return insertRecord(context, user_defined_fields, values)
  },
  update: async (context, id, body) => {
    const current = await lockRecord(context, user_defined_fields, id)
    const changes = acceptChanges(context, user_defined_fields, body, current)
    refuseIssues([...fixedIssues(current, changes), ...(await choiceIssues(context, current, changes))])
    const next = { ...current, ...changes }
    const isRelabelled =
      changes.label !== undefined || changes.label_es !== undefined || changes.is_active === 1
    refuseIssues([...defaultIssues(next), ...(isRelabelled ? await labelIssues(context, next, id) : [])])
    if (current.is_active === 1 && changes.is_active === 0) await refuseUsedByForms(context, current)
    return updateRecord(context, user_defined_fields, id, changes)
  },
  remove: async (context, id) => {
    await refuseUsedByForms(context, await lockRecord(context, user_defined_fields, id))
    return removeRecord(context, user_defined_fields, id)
  },
  countHolding: async (context, id) =>
    countHolding(context, await lockRecord(context, user_defined_fields, id)),
}

/** How many records have a value in a field, of all users. */
async function countHolding({ db }: Context, { resource, name }: FieldDefinition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(tableOf(resourceOf(resource)))}
    where ${sql.ref(USER_COLUMN)} ->> ${name} is not null`.execute(db)
  return firstOf(rows).count
}

/**
 * A field that forms use cannot be archived: input there would be lost.
 * @throws Refusal 409 with the forms, and how many records have a value in it
 */
async function refuseUsedByForms(context: Context, field: FieldDefinition): Promise<void> {
  const { resource, name } = field
  const { db } = context
  const table = tableOf(resourceOf(resource))
  const { rows: using } = await sql<{ name: string }>`
    select f.name from forms f join sql_tables t on t.table_id = f.primary_table_id
    where t.table_name = ${table} and f.fields @> ${JSON.stringify([{ name: userFieldKey({ name }) }])}::jsonb
    order by f.name`.execute(db)
  if (using.length === 0) return
  throw conflict('messages.field_in_forms', {
    forms: using.map((form) => form.name).join(', '),
    records: String(await countHolding(context, field)),
  })
}

/** Labels are unique, in each language, to distinguish the fields. */
async function labelIssues(
  { db }: Context,
  {
    resource,
    label,
    label_es = null,
  }: Pick<NewRecordOf<typeof user_defined_fields>, 'resource' | 'label' | 'label_es'>,
  id: number | null = null,
): Promise<Issue[]> {
  const { rows } = await sql<{ is_label: boolean; is_spanish: boolean }>`
    select lower(label) = lower(${label}) as is_label,
      lower(coalesce(label_es, label)) = lower(${label_es || label}) as is_spanish
    from user_defined_fields
    where resource = ${resource} and is_active = 1 and field_id is distinct from ${id}::int8`.execute(db)
  const isTaken = rows.some(({ is_label }) => is_label)
  return [
    ...issueIf(isTaken, { field: 'label', rule: 'unique' }),
    ...issueIf(!isTaken && rows.some(({ is_spanish }) => is_spanish), {
      field: label_es ? 'label_es' : 'label',
      rule: 'unique',
    }),
  ]
}

/** Values keep their type and their digits. */
function fixedIssues(current: FieldDefinition, changes: ChangesOf<typeof user_defined_fields>): Issue[] {
  const issues: Issue[] = FIXED.filter(
    (name) => changes[name] !== undefined && changes[name] !== current[name],
  ).map((field) => ({ field, rule: 'fixed' }))
  const decimals = changes.decimals === undefined ? current.decimals : changes.decimals
  return (decimals ?? 2) < (current.decimals ?? 2)
    ? [...issues, { field: 'decimals', rule: 'fixed' }]
    : issues
}

/** A choice that a record has cannot be removed. */
async function choiceIssues(
  { db }: Context,
  current: FieldDefinition,
  { choices }: ChangesOf<typeof user_defined_fields>,
): Promise<Issue[]> {
  const removed =
    choices === undefined ? [] : (current.choices ?? []).filter((choice) => !choices?.includes(choice))
  for (const choice of removed) {
    const value = JSON.stringify({ [current.name]: choice })
    const { rows } = await sql`select 1 from ${sql.table(tableOf(resourceOf(current.resource)))}
      where ${sql.ref(USER_COLUMN)} @> ${value}::jsonb limit 1`.execute(db)
    if (rows.length > 0) return [{ field: 'choices', rule: 'choice_in_use', params: { choice } }]
  }
  return []
}

/** The user-defined fields of every kind of record that the actor may read, for their screens. */
export async function listKnownFields({ db, actor }: Context): Promise<UserField[]> {
  const fields = await readUserFields(db)
  return fields.filter(
    ({ resource, staff_only }) =>
      mayRead(actor, resourceOf(resource)) && (staff_only === 0 || isStaff(actor.loginType)),
  )
}
