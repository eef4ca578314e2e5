import { useQuery } from '@tanstack/react-query'
import { type Environment, fetchEnvironment, lastEnvironment } from './fetchEnvironment.ts'

/** The public settings; undefined until loaded. */
export function useEnvironment(): Environment | undefined {
  const { data } = useQuery({
    queryKey: ['environment'],
    queryFn: ({ signal }) => fetchEnvironment({ signal }),
    placeholderData: lastEnvironment,
    meta: { isQuiet: true },
  })
  return data
}
