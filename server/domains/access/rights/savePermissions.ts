import { sql } from 'kysely'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import { issueIf } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges, refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { ensureAdministratorRemains } from '../users/ensureAdministratorRemains.ts'
import { isUsable, requireHeldPermissions, requireRankForLoginType } from '../users/requireHigherRank.ts'
import { permissionChanges } from './permissionChanges.ts'

/**
 * Changes the default permissions of a login type. Takes effect at the next call of its users.
 * @throws Refusal 405 for a login type with more rights than the actor, or a permission that the actor lacks; 422 for one that the login
 * type could not use; 409 when no administrator would be left.
 */
export async function updateTemplate(
  context: Context,
  id: number,
  body: Values,
): Promise<RecordOf<typeof permission_templates>> {
  const current = await lockRecord(context, permission_templates, id)
  const { permissions: requested } = acceptChanges(context, permission_templates, body, current)
  if (!requested) return readRecord(context, permission_templates, id)
  await requireRankForLoginType(context, current.login_type_id)
  const wanted = [...new Set<string>(requested)].sort()
  const { changes, granted } = permissionChanges(current.permissions, wanted)
  requireHeldPermissions(context, granted)
  const useless = granted.filter((item) => !isUsable(current.login_type_id, item))
  refuseIssues(
    issueIf(useless.length > 0, {
      ...{ field: 'permissions', rule: 'without_effect', params: { permissions: useless.join(', ') } },
    }),
  )
  if (changes.length === 0) return readRecord(context, permission_templates, id)
  await ensureAdministratorRemains(context, () =>
    sql`update permission_templates set permissions = ${JSON.stringify(wanted)}, updated_at = ${context.now}
      where permission_template_id = ${id}`.execute(context.db),
  )
  await audit(context, permission_templates.name, id, 'update', changes)
  return readRecord(context, permission_templates, id)
}

/** Permissions to give rights, or to work on the product itself, always need an explicit grant. */
const NEVER_EXEMPT = ['permissions', 'users', 'developer_tools']

/**
 * Makes a permission exempt, so that every signed-in user of a permitted login type has it; or undoes this.
 * @throws Refusal 405 for a permission that the actor lacks; 422 for one that always needs an explicit grant.
 */
export async function updatePermission(
  context: Context,
  id: number,
  body: Values,
): Promise<RecordOf<typeof permissions>> {
  const current = await lockRecord(context, permissions, id)
  const changes = acceptChanges(context, permissions, body, current)
  if (changes.exempt === 1 && current.exempt === 0) {
    refuseIssues(NEVER_EXEMPT.includes(current.module) ? [{ field: 'exempt', rule: 'never_exempt' }] : [])
    requireHeldPermissions(context, [current.permission])
  }
  return ensureAdministratorRemains(context, () => updateRecord(context, permissions, id, changes))
}
