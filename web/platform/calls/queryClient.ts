import { MutationCache, QueryClient } from '@tanstack/react-query'
import { toastRefusal, toastResponse } from '../toast.ts'

/** The query cache. `api.ts` does the retries; a toast reports the response of a save. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, gcTime: 15 * 60_000 },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onSuccess: (answer, _values, _context, mutation) => {
        if (!mutation.meta?.isQuiet && !mutation.meta?.hasOwnMessage) toastResponse(answer)
      },
      onError: (failure, _values, _context, mutation) => {
        if (!mutation.meta?.isQuiet) toastRefusal(failure)
      },
    }),
  })
}
