import { useQuery } from '@tanstack/react-query'
import type { options } from '#core/domains/settings/options.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'

/** The choices of a list that users maintain: values and names. */
export function useOptionList(slug: string) {
  return useQuery({
    queryKey: ['options', 'of', slug],
    queryFn: async ({ signal }) => {
      const { options: all = [] } = await request<StandardCalls<typeof options>['list']>('GET', '/options', {
        query: { slug, page_size: '0' },
        signal,
      })
      return all.map((one) => ({ value: one.value ?? one.slug ?? one.option, label: one.option }))
    },
    staleTime: 5 * 60_000,
  })
}
