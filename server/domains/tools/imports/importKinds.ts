import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACES } from '#core/domains/devices/places.ts'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { permitOn } from '#server/resources/permitOn.ts'
import { type ImportSubject, subjectNamed } from './importColumns.ts'
import type { Kind } from './rowWork.ts'

const kinds = new Map<string, Kind>()

/** Says what can be done with records of each kind: the worker goes on with imports long after their calls. */
export function offerImportKinds(offered: readonly Kind[]): void {
  for (const kind of offered) kinds.set(kind.resource.name, kind)
}

/** A kind of record and what can be done with it. */
export function importKindNamed(name: string): Kind {
  return kinds.get(name)!
}

/** What is imported, for who may make all of it. @throws Refusal 405, 422 */
export function subjectFor(context: Context, name: string): ImportSubject {
  const subject = subjectNamed(name)
  if (!subject?.kinds.every((kind) => name === PLACES || hasCall(kind, 'create')))
    throw invalid([{ field: 'resource', rule: 'choice' }])
  for (const kind of subject.kinds) permitToMake(context, kind)
  return subject
}

/** Asks for the right to make records of a kind, or to take them away. A tank is a change of its device. */
export function permitToMake(context: Context, kind: Resource, action: 'create' | 'delete' = 'create'): void {
  if (kind.name === device_ports.name) permitOn(context, devices, 'update')
  else permitOn(context, kind, action)
}
