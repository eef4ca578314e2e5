import { useQuery } from '@tanstack/react-query'
import { type Environment, fetchEnvironment, lastEnvironment } from './fetchEnvironment.ts'

/** The settings that anybody may know; nothing until they are there. */
export function useEnvironment(): Environment | undefined {
  const { data } = useQuery({
    queryKey: ['environment'],
    queryFn: ({ signal }) => fetchEnvironment({ signal }),
    placeholderData: lastEnvironment,
    meta: { isQuiet: true },
  })
  return data
}
