import { isOfBackOffice } from '#core/domains/access/backOffice.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { type Call, isClosedToReadOnly, judgeAction } from '#server/platform/http/http.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { type AccountGrants, actorOfAccount } from '../sessions/actorOfSession.ts'

/** One check, in the order in which a call makes them; `reason` is a text key. */
interface Step {
  step: 'session' | 'second_factor' | 'permission' | 'login_type' | 'writing' | 'record'
  passed: boolean
  reason: string
}

interface Question {
  user_id: number
  /** One of the person's companies; the home company by default. */
  company_id?: number | undefined
  method: string
  path: string
  record_id?: number | undefined
}

/**
 * Whether a person may make a call, and why; computed by the code that decides it. Covers only the checks before a call runs: a command
 * may still refuse by its own rules.
 * @throws Refusal 404 for an unknown account or call.
 */
export async function explainPermission(
  context: Context,
  calls: readonly Call[],
  { user_id, company_id, method, path, record_id }: Question,
): Promise<{ allowed: boolean; permission: string | null; steps: Step[] }> {
  const call = calls.find((item) => item.method === method && item.path === path)
  const account = await actorOfAccount(context.db, user_id, company_id)
  if (!call || !account) throw notFound()
  const { actor, grants, isActive } = account
  const steps: Step[] = [...sessionSteps(actor, call, isActive), ...accessSteps(actor, call.access, grants)]
  if (isClosedToReadOnly(actor, call)) steps.push({ step: 'writing', passed: false, reason: 'read_only' })
  if (record_id !== undefined) steps.push(await recordStep({ ...context, actor }, call, record_id))
  const { access } = call
  return {
    allowed: steps.every(({ passed }) => passed),
    permission: typeof access === 'object' ? `${access.module}.${access.action}` : null,
    steps,
  }
}

function sessionSteps(actor: Actor, { access, whileEnrolling }: Call, isActive: boolean): Step[] {
  if (access === 'public') return [{ step: 'session', passed: true, reason: 'public' }]
  if (access === 'device') return [{ step: 'session', passed: false, reason: 'device' }]
  const steps: Step[] = [{ step: 'session', passed: isActive, reason: isActive ? 'active' : 'deactivated' }]
  if (actor.mustEnrol) {
    steps.push({ step: 'second_factor', passed: whileEnrolling === true, reason: 'must_enrol' })
  }
  return steps
}

function accessSteps(actor: Actor, access: Call['access'], grants: AccountGrants): Step[] {
  if (typeof access !== 'object') {
    return access === 'session' ? [{ step: 'permission', passed: true, reason: 'exempt' }] : []
  }
  const { hasPermission, hasLoginType, sells, mayWrite } = judgeAction(actor, access)
  const permission = `${access.module}.${access.action}`
  return [
    { step: 'permission', passed: hasPermission, reason: grantOf(actor, permission, grants, hasPermission) },
    { step: 'login_type', passed: hasLoginType, reason: hasLoginType ? 'type_allowed' : 'type_refused' },
    ...(sells ? [] : [{ step: 'login_type', passed: false, reason: 'only_buys' } as const]),
    ...(mayWrite ? [] : [{ step: 'writing', passed: false, reason: 'read_only' } as const]),
  ]
}

function grantOf(
  { loginType }: Actor,
  permission: string,
  { exempt, template, added, withdrawn }: AccountGrants,
  hasPermission: boolean,
): string {
  if (exempt.includes(permission)) return 'exempt_permission'
  if (hasPermission && permission.startsWith('developer_tools.') && !template.includes(permission))
    return added.includes(permission) ? 'added' : 'developer_flag'
  if (withdrawn.includes(permission)) return 'withdrawn'
  const isGranted = template.includes(permission) || added.includes(permission)
  if (isGranted && !hasPermission && isOfBackOffice(loginType, permission)) return 'back_office_off'
  if (template.includes(permission)) return 'template'
  return added.includes(permission) ? 'added' : 'not_granted'
}

async function recordStep(context: Context, call: Call, id: number): Promise<Step> {
  const resource = kindOf(call)
  if (!resource) return { step: 'record', passed: false, reason: 'no_kind' }
  const sees = (actor: Actor) => isVisible({ ...context, actor }, resource, id)
  const { actor } = context
  if (await sees(actor)) {
    if (resource.scope === 'shared') return { step: 'record', passed: true, reason: 'shared' }
    return { step: 'record', passed: true, reason: actor.companies === 'all' ? 'all_companies' : 'in_reach' }
  }
  if (!(await sees({ ...actor, companies: 'all', limits: {} })))
    return { step: 'record', passed: false, reason: 'no_record' }
  const reason = (await sees({ ...actor, limits: {} })) ? 'outside_limits' : 'outside_companies'
  return { step: 'record', passed: false, reason }
}

/** The kind of record that a call is about: the longest path that is a prefix of the call's. */
function kindOf({ path }: Call): Resource | undefined {
  return registeredKinds()
    .filter((kind) => path === pathOf(kind) || path.startsWith(`${pathOf(kind)}/`))
    .sort((one, other) => pathOf(other).length - pathOf(one).length)[0]
}

async function isVisible(context: Context, resource: Resource, id: number): Promise<boolean> {
  try {
    await requireVisible(context, resource, id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return false
    throw error
  }
}
