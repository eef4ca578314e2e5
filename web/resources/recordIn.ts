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

/** The values of a form's rows, by field: as typed, so of any type. */
export type EnteredRow<R> = FormValues & { readonly [K in keyof R]?: unknown }

/** The record in an answer. */
export function recordIn<R extends Resource>(resource: R, answer: AnyRecord): ShownRecord<R> {
  return answer[resource.single] as ShownRecord<R>
}

/** The records in the answer of a list. */
export function recordsIn<R extends Resource>(resource: R, answer: AnyRecord): ShownRecord<R>[] {
  return (answer[listKeyOf(resource)] ?? []) as ShownRecord<R>[]
}
