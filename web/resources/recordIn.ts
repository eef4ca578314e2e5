import { listKeyOf, type Resource } from '#core/resources/definition.ts'

export type AnyRecord = Readonly<Record<string, unknown>>

/** The record in an answer, for kinds that are known at run time only. */
export function recordIn(resource: Resource, answer: AnyRecord): AnyRecord {
  return answer[resource.single] as AnyRecord
}

/** The records in the answer of a list. */
export function recordsIn(resource: Resource, answer: AnyRecord): AnyRecord[] {
  return (answer[listKeyOf(resource)] ?? []) as AnyRecord[]
}
