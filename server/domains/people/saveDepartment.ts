import { sql } from 'kysely'
import { departments } from '#core/domains/people/departments.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { invalid } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

type Department = RecordOf<typeof departments>

export async function createDepartment(context: Context, body: Values): Promise<Department> {
  const values: Pick<Department, 'department_name'> & Partial<Department> = acceptNew(
    context,
    departments,
    body,
  )
  await refuseForeignParent(context, values)
  return insertRecord(context, departments, values)
}

/** Changes a department; it can never be within itself, at any depth. */
export async function updateDepartment(context: Context, id: number, body: Values): Promise<Department> {
  const current = await lockRecord(context, departments, id)
  const changes: Partial<Department> = acceptChanges(context, departments, body, current)
  await refuseForeignParent(context, { ...current, ...changes })
  if (changes.parent_department_id) await refuseCycle(context, id, changes.parent_department_id)
  return updateRecord(context, departments, id, changes)
}

/** A department's parent is in the same company. */
async function refuseForeignParent(
  { db }: Context,
  { parent_department_id, company_id }: Partial<Department>,
) {
  if (!parent_department_id) return
  const { rows } = await sql`select 1 from departments
    where department_id = ${parent_department_id} and company_id = ${company_id}`.execute(db)
  if (rows.length === 0) throw invalid([{ field: 'parent_department_id', rule: 'not_found' }])
}

/** Concurrent moves below each other are serialized, so that the second sees the first. */
async function refuseCycle({ db }: Context, id: number, parent: number): Promise<void> {
  await lockExclusively(db, 'department_parents')
  const { rows } = await sql`
    with recursive above as (
      select department_id, parent_department_id from departments where department_id = ${parent}
      union
      select d.department_id, d.parent_department_id
      from departments d join above a on d.department_id = a.parent_department_id
    ) select 1 from above where department_id = ${id}`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'parent_department_id', rule: 'within_itself' }])
}
