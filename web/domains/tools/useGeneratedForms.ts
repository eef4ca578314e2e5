import { useQuery } from '@tanstack/react-query'
import { forms } from '#core/domains/tools/forms.ts'
import type { FormField } from '#core/resources/formField.ts'
import type { FormSection } from '#core/resources/formResource.ts'
import { call } from '#web/platform/api.ts'

export interface GeneratedForm {
  form_id: number
  name: string
  singular_obj: string
  endpoint: string | null
  is_open: boolean
  resource: string | null
  fields: FormField[]
  /** The fields under their headings. */
  sections: FormSection[]
  /** What is sent without being asked for. */
  given: Record<string, number>
  /** The form that comes after this one, and the field by which its records name the one just made. */
  next: { form_id: number; name: string; field: string } | null
  schema: { description?: string }
}

/** `delivery_request` is the developer's name for it; people read words. */
export function titleOf({ name }: { name: string }): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of the forms those that can be filled in: the others are designs. */
export function fillableForms(forms: readonly GeneratedForm[] | undefined): GeneratedForm[] {
  return (forms ?? []).filter(({ is_open }) => is_open)
}

/** The forms that the user can fill in, as the server tells any client to draw them. */
export function useGeneratedForms() {
  return useQuery({
    queryKey: [forms.name, 'generated'],
    queryFn: async ({ signal }) =>
      (await call<{ forms: GeneratedForm[] }>('GET', '/generate/frontend', undefined, { signal })).forms,
  })
}
