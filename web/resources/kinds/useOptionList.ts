import { useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'

interface Option {
  option: string
  value: string | null
  slug: string | null
}

/** The choices of a list that people keep themselves: what a record keeps, and how people call it. */
export function useOptionList(slug: string) {
  return useQuery({
    queryKey: ['options', 'of', slug],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ slug, page_size: '0' })
      const { options } = await call<{ options: Option[] }>('GET', `/options?${query}`, undefined, { signal })
      return options.map((one) => ({ value: one.value ?? one.slug ?? one.option, label: one.option }))
    },
    staleTime: 5 * 60_000,
  })
}
