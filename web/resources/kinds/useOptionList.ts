import { useQuery } from '@tanstack/react-query'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'

interface Option {
  option: string
  value: string | null
  slug: string | null
}

/** The choices of a list that users maintain: values and names. */
export function useOptionList(slug: string) {
  return useQuery({
    queryKey: ['options', 'of', slug],
    queryFn: async ({ signal }) => {
      const response = await request<StandardCalls<Resource>['list']>('GET', '/options', {
        query: { slug, page_size: '0' },
        signal,
      })
      const options = response.options as Option[]
      return options.map((option) => ({
        value: option.value ?? option.slug ?? option.option,
        label: option.option,
      }))
    },
    staleTime: 5 * 60_000,
  })
}
