import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '../definition.ts'
import { type Mover, mayTake } from './judgeStep.ts'

/** Whether a reader is a customer, or buys, and takes no steps of a kind: they read plain labels of its statuses. */
export function readsPlainLabels(resource: Resource, reader: Mover): boolean {
  const { statuses } = resource
  if (!statuses) return false
  const steps = Object.values(statuses.steps).flatMap((from) => Object.values(from).flat())
  const buys = reader.onlyBuys && steps.some(({ sellersOnly }) => sellersOnly)
  return (buys || isCustomer(reader.loginType)) && !steps.some((step) => mayTake(resource, step, reader))
}

interface LabelOptions {
  /** Undefined: a reader of the office. */
  reader: Mover | undefined
  /** The record, as far as known: the label may depend on another field. */
  record?: Values | undefined
  /** The text of the first key that has one. */
  textOf: (keys: readonly `records.${string}`[]) => string
}

/**
 * The label of a status: the one of the office, which may differ by type of record, or a plain one for customers who take no steps of
 * such records.
 */
export function statusLabel(
  resource: Resource,
  value: unknown,
  { reader, record, textOf }: LabelOptions,
): string {
  const { name, statuses } = resource
  const office = `records.${name}.choices.${statuses?.field}.${value}` as const
  const type = statuses?.labelBy === undefined ? undefined : record?.[statuses.labelBy]
  if (!statuses || !reader || !readsPlainLabels(resource, reader))
    return textOf(type === undefined ? [office] : [`records.${name}.office_words.${type}.${value}`, office])
  const plain = (kind: string) => `records.${name}.customer_words.${kind}.${value}` as const
  const labelFor = (kind: string) => textOf([plain(kind), plain('all'), office])
  if (type !== undefined) return labelFor(String(type))
  if (statuses.by === undefined) return labelFor('all')
  // The label of any kind that has the status, such as for a value of a filter.
  const names = Object.keys(statuses.is).filter((item) => statuses.is[item] === value)
  const kinds = Object.entries(statuses.steps).filter(([, from]) =>
    Object.entries(from).some(
      ([one, steps]) => names.includes(one) || steps.some(({ to }) => names.includes(to)),
    ),
  )
  return [...new Set(kinds.map(([one]) => labelFor(one)))].join(' / ') || labelFor('all')
}
