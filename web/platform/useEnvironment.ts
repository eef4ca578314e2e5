import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

/** What the door and every screen need of the settings. */
export interface Environment {
  company_name: string
  sign_up: 0 | 1
  time_zone: string
  idle_lock_minutes: number
  map_tiles_url: string | null
  /** Percent under which a battery is weak. */
  battery_low: number
  logo: string | null
  logo_thumb: string | null
}

/** The settings that anybody may know; nothing until they are there. */
export function useEnvironment(): Environment | undefined {
  const { data } = useQuery({
    queryKey: ['environment'],
    queryFn: async ({ signal }) =>
      (await call<{ environment: Environment }>('GET', '/environment', undefined, { signal })).environment,
    meta: { isQuiet: true },
  })
  return data
}
