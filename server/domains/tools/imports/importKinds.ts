import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACES } from '#core/domains/devices/places.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { type ImportSubject, subjectNamed } from './importColumns.ts'
import type { Kind } from './rowWork.ts'

const kinds = new Map<string, Kind>()

/** Registers the operations on each kind: the worker continues imports long after their calls. */
export function offerImportKinds(offered: readonly Kind[]): void {
  for (const kind of offered) kinds.set(kind.resource.name, kind)
}

/** A kind of record with its operations. */
export function importKindNamed(name: string): Kind {
  return getOrThrow(kinds, name)
}

/** The subject of an import, for a user who may create all of it. @throws Refusal 405, 422 */
export function subjectFor(context: Context, name: string): ImportSubject {
  const subject = subjectNamed(name)
  if (!subject?.kinds.every((kind) => name === PLACES || hasCall(kind, 'create')))
    throw invalid([{ field: 'resource', rule: 'choice' }])
  for (const kind of subject.kinds) permitToMake(context, kind)
  return subject
}

/** Requires the right to create or delete records of a kind. A tank is a change of its device. */
export function permitToMake(context: Context, kind: Resource, action: 'create' | 'delete' = 'create'): void {
  if (kind.name === device_ports.name) permitOn(context, devices, 'update')
  else permitOn(context, kind, action)
}
