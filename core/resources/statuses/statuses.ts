import { isOneOf } from '#core/platform/isOneOf.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action } from '#core/platform/modules.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'

/** A status in the API and the database. */
export type StatusValue = string | number

type Names = Readonly<Record<string, StatusValue>>

/** A step that a user can take. A name alone: any user who may change the record takes it. */
export interface Step<Name extends string = string> {
  readonly to: Name
  /** The login types that may take it; defaults to the statuses' login types, or all. */
  readonly who?: readonly LoginType[]
  /** Closed to users whose company only buys; defaults to the statuses' value. */
  readonly sellersOnly?: true
  /** The required action permission on the kind of record; default: update. */
  readonly needs?: Action
  /** No screen offers it first: it usually happens automatically, or is seldom needed. */
  readonly isAside?: true
}

/** The steps from each status, the main one first. A status without steps is an end. */
type Steps<Name extends string> = { readonly [From in Name]?: readonly (Name | Step<Name>)[] }

/** Steps that depend on the value of another field. */
interface StepsBy<Name extends string> {
  readonly by: string
  readonly of: Readonly<Record<string, Steps<Name>>>
}

interface StatusFacts<Name extends string> {
  /** Status of a new record. */
  readonly first: Name
  /** Nothing is left to do in these: lists of open work omit them. */
  readonly done: readonly Name[]
  /** A record in one of these is read-only, except for a step that leads out of it. */
  readonly final: readonly Name[]
  /** Work has not started yet, or is paused; includes the first status. */
  readonly waiting?: readonly Name[]
  /** Ended without being carried out. */
  readonly dropped?: readonly Name[]
  /** The field with the status, if other than `status_id`. */
  readonly field?: string
  /** The login types for steps that name none. */
  readonly who?: readonly LoginType[]
  /** Steps are closed to users whose company only buys. */
  readonly sellersOnly?: true
  /** The message for a change to a record in a final status. */
  readonly over?: MessageKey
  /** A step is more than a changed field: a PATCH refuses it, only its call takes it. */
  readonly isOnlyByCall?: true
  /** The call for a step also accepts the status by its name, under this key as well. */
  readonly nameKey?: string
  /** A field whose values may have their own labels of the statuses; by default the field that the steps depend on. */
  readonly labelBy?: string
}

/** The statuses of a kind of record, and the allowed steps. Plain data, created by `defineStatuses`. */
export interface Statuses {
  readonly is: Names
  readonly values: readonly StatusValue[]
  readonly field: string
  readonly first: StatusValue
  readonly done: readonly StatusValue[]
  readonly final: readonly StatusValue[]
  readonly waiting: readonly StatusValue[]
  readonly dropped: readonly StatusValue[]
  readonly over?: MessageKey
  readonly isOnlyByCall?: true
  readonly nameKey?: string
  readonly labelBy?: string
  /** The field that the steps depend on. */
  readonly by?: string
  /** Steps by the value of that field ('' without one) and the name of the status. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, readonly Step[]>>>>
}

/** `Statuses` with literal names and values. */
export interface StatusesOf<Is extends Names> extends Statuses {
  readonly is: Is
  readonly values: readonly Is[keyof Is][]
  readonly first: Is[keyof Is]
  readonly done: readonly Is[keyof Is][]
  readonly final: readonly Is[keyof Is][]
  readonly waiting: readonly Is[keyof Is][]
  readonly dropped: readonly Is[keyof Is][]
}

/**
 * Declares the statuses of a kind of record and their transitions, used by create, PATCH, the call for a step, the buttons and
 * the contract tests.
 */
export function defineStatuses<const Is extends Names>(
  is: Is,
  next: Steps<keyof Is & string> | StepsBy<keyof Is & string>,
  {
    first,
    done,
    final,
    waiting = [],
    dropped = [],
    field = 'status_id',
    who,
    sellersOnly,
    ...facts
  }: StatusFacts<keyof Is & string>,
): StatusesOf<Is> {
  const valuesOf = (names: readonly (keyof Is & string)[]) => names.map((name) => is[name])
  const kinds: Readonly<Record<string, object>> = isByField(next) ? next.of : { '': next }
  const stepOf = (step: string | Step): Step => ({
    ...(who && { who }),
    ...(sellersOnly && { sellersOnly }),
    ...(typeof step === 'string' ? { to: step } : step),
  })
  const steps = Object.entries(kinds).map(([kind, from]) => [
    kind,
    Object.fromEntries(Object.entries(from).map(([name, steps = []]) => [name, steps.map(stepOf)])),
  ])
  return {
    is,
    values: valuesOf(Object.keys(is)),
    field,
    first: is[first],
    done: valuesOf(done),
    final: valuesOf(final),
    waiting: valuesOf([first, ...waiting]),
    dropped: valuesOf(dropped),
    ...(isByField(next) && { by: next.by, labelBy: next.by }),
    steps: Object.fromEntries(steps),
    ...facts,
  }
}

function isByField<Name extends string>(next: Steps<Name> | StepsBy<Name>): next is StepsBy<Name> {
  return 'by' in next && typeof next.by === 'string'
}

/** The status field for the definition of the kind. */
export function statusField<Is extends Names>({ values, first }: StatusesOf<Is>) {
  return { kind: 'choice', required: true, default: first, of: values } as const
}

/** The name of a status. Throws for an unknown one. */
export function statusName<Is extends Names>({ is }: StatusesOf<Is>, value: unknown): keyof Is & string {
  const found = Object.keys(is).find((name) => is[name] === value)
  if (found === undefined) throw new RangeError(`no status: ${String(value)}`)
  return found
}

/** The steps from a record's status, for any user. */
export function stepsFrom(statuses: Statuses, record: Values): readonly Step[] {
  const kind = statuses.by === undefined ? '' : String(record[statuses.by])
  return statuses.steps[kind]?.[statusName(statuses, record[statuses.field])] ?? []
}

/** The status that a step leads to. @throws RangeError if the kind has no such status */
export function statusAfter({ is }: Statuses, { to }: Step): StatusValue {
  const status = is[to]
  if (status === undefined) throw new RangeError(`no status: ${to}`)
  return status
}

/** The statuses that may follow a record's status, for any user. */
export function nextStatuses<Is extends Names>(statuses: StatusesOf<Is>, record: Values): Is[keyof Is][] {
  const names: (keyof Is)[] = stepsFrom(statuses, record).map(({ to }) => to)
  return names.map((name) => statuses.is[name])
}

/** The statuses with a step to this one. */
export function statusesBefore<Is extends Names>(
  { is, steps }: StatusesOf<Is>,
  to: keyof Is & string,
): Is[keyof Is][] {
  const names: (keyof Is)[] = Object.values(steps).flatMap((kind) =>
    Object.entries(kind).flatMap(([from, following]) =>
      following.some((step) => step.to === to) ? [from] : [],
    ),
  )
  return [...new Set(names)].map((name) => is[name])
}

/** Whether nothing is left to do with a record in this status. */
export function isDone({ done }: Statuses, value: unknown): boolean {
  return isOneOf(done, value)
}

/** The progress of a record, independent of its kind. */
export type Phase = 'waiting' | 'active' | 'done' | 'dropped'

/** The phase of a status. */
export function phaseOf({ waiting, done, dropped }: Statuses, value: unknown): Phase {
  const isIn = (some: readonly unknown[]) => some.includes(value)
  if (isIn(dropped)) return 'dropped'
  if (isIn(done)) return 'done'
  return isIn(waiting) ? 'waiting' : 'active'
}

/** Whether a record in this status is read-only. */
export function isFinal({ final }: Statuses, value: unknown): boolean {
  return isOneOf(final, value)
}

/** Whether no step leads out of a final status: screens ask for confirmation before it. */
export function isEnd(statuses: Statuses, record: Values): boolean {
  return isFinal(statuses, record[statuses.field]) && stepsFrom(statuses, record).length === 0
}
