import { listKeyOf, type RecordOf, type Resource, type TitlesOf } from '#core/resources/definition.ts'
import type { FormValues } from './form/issuesIn.ts'

/** A record of any kind as screens read it. */
export interface AnyRecord {
  readonly [field: string]: unknown
  readonly updated_at?: string
  /** Its rows, if its kind has rows. */
  readonly details?: readonly AnyRecord[]
}

/** A record of a kind as its screens read it, without fields that the reader may not see: values, and titles of references. */
export type ShownRecord<R extends Resource> = Readonly<Partial<RecordOf<R>> & TitlesOf<R>> & AnyRecord

/** The value of an input: a list or nothing for a field that holds lists, otherwise as typed, so of any type. */
type Entered<V> = NonNullable<V> extends readonly unknown[] ? V | '' | null : unknown
/** The values of a form's record or row, by field. */
export type EnteredRow<R> = FormValues & { readonly [K in keyof R]?: Entered<R[K]> }
/** The rows that a form edits with its record. */
type EnteredDetails<R extends Resource> = R extends { details: infer D extends Resource }
  ? { readonly details?: readonly EnteredRow<RecordOf<D>>[] }
  : unknown
/** The values of a form over a kind of record, by field. */
export type EnteredValues<R extends Resource> = EnteredDetails<R> & EnteredRow<RecordOf<R>>

/** The record in a response. */
export function recordIn<R extends Resource>(resource: R, answer: AnyRecord): ShownRecord<R> {
  return answer[resource.single] as ShownRecord<R>
}

/** The records in the response of a list; `T` is the type of their rows where the list declares it. */
export function recordsIn<R extends Resource, T = ShownRecord<R>>(resource: R, answer: AnyRecord): T[] {
  return (answer[listKeyOf(resource)] ?? []) as T[]
}
