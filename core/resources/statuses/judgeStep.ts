import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import type { Values } from '#core/platform/values.ts'
import { permissionFor, type Resource } from '../definition.ts'
import { type Statuses, type Step, stepsFrom } from './statuses.ts'

/** The user who takes a step. */
export interface Mover {
  loginType: LoginType
  /** No company within their reach sells. */
  onlyBuys: boolean | undefined
  may: (permission: Permission) => boolean
}

/** The steps that a user may take with a record, the main one first. */
export function openSteps(resource: Resource, record: Values, mover: Mover): Step[] {
  const { statuses } = resource
  if (!statuses) return []
  return stepsFrom(statuses, record).filter((step) => mayTake(resource, step, mover))
}

/** Whether a user may take a step of a kind of record. */
export function mayTake(
  resource: Resource,
  { who, sellersOnly, needs = 'update' }: Step,
  { loginType, onlyBuys, may }: Mover,
): boolean {
  if (sellersOnly && onlyBuys) return false
  return (!who || who.includes(loginType)) && may(permissionFor(resource, needs))
}

/**
 * Judges a step: `same` is not a change, `open` may be taken, `reserved` may be taken by others only, `unknown` is not in the
 * table. A new record is in its first status.
 */
export function judgeStep(
  resource: Resource & { statuses: Statuses },
  record: Values,
  to: unknown,
  mover: Mover,
): 'same' | 'open' | 'reserved' | 'unknown' {
  const { statuses } = resource
  if (record[statuses.field] === to) return 'same'
  const leads = (steps: readonly Step[]) => steps.some((step) => statuses.is[step.to] === to)
  if (leads(openSteps(resource, record, mover))) return 'open'
  return leads(stepsFrom(statuses, record)) ? 'reserved' : 'unknown'
}
