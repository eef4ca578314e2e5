import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { readEnvironment } from '#core/platform/environmentCalls.ts'
import type { CallOptions } from './api.ts'
import { request } from './request.ts'

/** What the sign-in page and every screen need of the settings. */
export type Environment = AnswerOf<typeof readEnvironment>['environment']

let last: Environment | undefined

/** Asks for the settings that anybody may know. The sign-in page does so by itself: it stands before the cache of reads. */
export async function fetchEnvironment(options: CallOptions = {}): Promise<Environment> {
  last = (await request<typeof readEnvironment>('GET', '/environment', options)).environment
  return last
}

/** As they were last told, until they are told anew. */
export function lastEnvironment(): Environment | undefined {
  return last
}
