import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { readEnvironment } from '#core/platform/environmentCalls.ts'
import type { CallOptions } from './calls/api.ts'
import { request } from './calls/request.ts'

/** The settings that the sign-in page and every screen need. */
export type Environment = ResponseOf<typeof readEnvironment>['environment']

let last: Environment | undefined

/** Requests the public settings. The sign-in page calls this directly, because it is shown before the query cache exists. */
export async function fetchEnvironment(options: CallOptions = {}): Promise<Environment> {
  last = (await request<typeof readEnvironment>('GET', '/environment', options)).environment
  return last
}

/** The last known settings, until they are refetched. */
export function lastEnvironment(): Environment | undefined {
  return last
}
