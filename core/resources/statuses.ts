import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action } from '#core/platform/modules.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'

/** A status as it is on the wire and in the database. */
export type StatusValue = string | number

type Names = Readonly<Record<string, StatusValue>>
type Values = Readonly<Record<string, unknown>>

/** One step that a person can take. A name alone is a step for whoever may change the record. */
export interface Step<Name extends string = string> {
  readonly to: Name
  /** The login types that take it; without it those that the statuses name, or all. */
  readonly who?: readonly LoginType[]
  /** The action on the kind of record that one must be allowed; without it, to update. */
  readonly needs?: Action
  /** It usually follows by itself: no screen offers it first. */
  readonly isAside?: true
}

/** What may follow each status, the step that leads on first. A status that is not named leads nowhere. */
type Steps<Name extends string> = { readonly [From in Name]?: readonly (Name | Step<Name>)[] }

/** Steps that differ by the value of another field. */
interface StepsBy<Name extends string> {
  readonly by: string
  readonly of: Readonly<Record<string, Steps<Name>>>
}

interface StatusFacts<Name extends string> {
  /** What a new record is. */
  readonly first: Name
  /** Nothing is left to do in these: what lists the open work leaves them out. */
  readonly done: readonly Name[]
  /** A record in one of these stays as it is, but for a step that leads out of it. */
  readonly final: readonly Name[]
  /** Nobody is at work on these yet, or work on them rests; the first is one of them. */
  readonly waiting?: readonly Name[]
  /** These came to an end without being carried out. */
  readonly dropped?: readonly Name[]
  /** The field that holds the status, where that is not `status_id`. */
  readonly field?: string
  /** The login types that take a step which names none. */
  readonly who?: readonly LoginType[]
  /** What is said of a change to a record in a final status. */
  readonly over?: MessageKey
  /** A step is more than a changed field: a PATCH refuses it, only the call for it takes it. */
  readonly isOnlyByCall?: true
  /** The call for a step takes the status by its name as well, also under this key. */
  readonly nameKey?: string
}

/** The statuses of a kind of record, and who may take which step. Plain data, made by `defineStatuses`. */
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
  /** The field by whose value the steps differ. */
  readonly by?: string
  /** By the value of that field (without one: by the empty text) and the name of the status. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, readonly Step[]>>>>
}

/** The same, with the names and values that it has. */
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
 * Declares what records of a kind can be, and what may follow what. Create, PATCH, the call for a step, the buttons and the
 * contract tests all read this.
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
    ...facts
  }: StatusFacts<keyof Is & string>,
): StatusesOf<Is> {
  const valuesOf = (names: readonly (keyof Is & string)[]) => names.map((name) => is[name])
  const kinds: Readonly<Record<string, object>> = isByField(next) ? next.of : { '': next }
  const stepOf = (given: string | Step): Step => ({
    ...(who && { who }),
    ...(typeof given === 'string' ? { to: given } : given),
  })
  const steps = Object.entries(kinds).map(([kind, from]) => [
    kind,
    Object.fromEntries(
      Object.entries(from as Steps<string>).map(([name, given = []]) => [name, given.map(stepOf)]),
    ),
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
    ...(isByField(next) && { by: next.by }),
    steps: Object.fromEntries(steps),
    ...facts,
  }
}

function isByField<Name extends string>(next: Steps<Name> | StepsBy<Name>): next is StepsBy<Name> {
  return 'by' in next && typeof next.by === 'string'
}

/** The field that holds the status, as the definition of the kind names it among its fields. */
export function statusField<Is extends Names>({ values, first }: StatusesOf<Is>) {
  return { kind: 'choice', required: true, default: first, of: values } as const
}

/** The name of a status. Throws for what is none. */
export function statusName<Is extends Names>({ is }: StatusesOf<Is>, value: unknown): keyof Is & string {
  const found = Object.keys(is).find((name) => is[name] === value)
  if (found === undefined) throw new RangeError(`no status: ${String(value)}`)
  return found
}

/** The steps that lead on from where a record is, whoever takes them. */
export function stepsFrom(statuses: Statuses, record: Values): readonly Step[] {
  const kind = statuses.by === undefined ? '' : String(record[statuses.by])
  return statuses.steps[kind]?.[statusName(statuses, record[statuses.field])] ?? []
}

/** The statuses that may follow where a record is, whoever takes the step. */
export function nextStatuses<Is extends Names>(statuses: StatusesOf<Is>, record: Values): Is[keyof Is][] {
  return stepsFrom(statuses, record).map(({ to }) => statuses.is[to as keyof Is])
}

/** The statuses from which a step leads to this one. */
export function statusesBefore<Is extends Names>(
  { is, steps }: StatusesOf<Is>,
  to: keyof Is & string,
): Is[keyof Is][] {
  const names = Object.values(steps).flatMap((kind) =>
    Object.entries(kind).flatMap(([from, given]) => (given.some((step) => step.to === to) ? [from] : [])),
  )
  return [...new Set(names)].map((name) => is[name as keyof Is])
}

/** Whether nothing is left to do with a record in this status. */
export function isDone({ done }: Statuses, value: unknown): boolean {
  return (done as readonly unknown[]).includes(value)
}

/** How far a record has come, whatever its kind. */
export type Phase = 'waiting' | 'active' | 'done' | 'dropped'

/** The phase that a status belongs to. */
export function phaseOf({ waiting, done, dropped }: Statuses, value: unknown): Phase {
  const isIn = (some: readonly unknown[]) => some.includes(value)
  if (isIn(dropped)) return 'dropped'
  if (isIn(done)) return 'done'
  return isIn(waiting) ? 'waiting' : 'active'
}

/** Whether a record in this status stays as it is. */
export function isFinal({ final }: Statuses, value: unknown): boolean {
  return (final as readonly unknown[]).includes(value)
}

/** Whether nobody gets a record out of a status again: one is asked before it. */
export function isEnd(statuses: Statuses, record: Values): boolean {
  return isFinal(statuses, record[statuses.field]) && stepsFrom(statuses, record).length === 0
}
