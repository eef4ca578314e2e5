import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { readEnvironment } from '#core/platform/environmentCalls.ts'
import { request } from './request.ts'

/** What the sign-in page and every screen need of the settings. */
export type Environment = AnswerOf<typeof readEnvironment>['environment']

/** The settings that anybody may know; nothing until they are there. */
export function useEnvironment(): Environment | undefined {
  const { data } = useQuery({
    queryKey: ['environment'],
    queryFn: async ({ signal }) =>
      (await request<typeof readEnvironment>('GET', '/environment', { signal })).environment,
    meta: { isQuiet: true },
  })
  return data
}
