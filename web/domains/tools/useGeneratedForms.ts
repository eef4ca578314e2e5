import { useQuery } from '@tanstack/react-query'
import { forms } from '#core/domains/tools/forms.ts'
import type { FormField } from '#core/resources/formField.ts'
import { call } from '#web/platform/api.ts'

export interface GeneratedForm {
  form_id: number
  name: string
  singular_obj: string
  endpoint: string | null
  resource: string | null
  fields: FormField[]
}

/** The forms that the user can fill in, as the server tells any client to draw them. */
export function useGeneratedForms() {
  return useQuery({
    queryKey: [forms.name, 'generated'],
    queryFn: async ({ signal }) =>
      (await call<{ forms: GeneratedForm[] }>('GET', '/generate/frontend', undefined, { signal })).forms,
  })
}
