import { useQuery } from '@tanstack/react-query'
import type { listGeneratedForms } from '#core/domains/tools/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'

export type GeneratedForm = ResponseOf<typeof listGeneratedForms>['forms'][number]

/** Turns the developer's name `delivery_request` into a title. */
export function titleOf({ name }: { name: string }): string {
  const title = name.replaceAll('_', ' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** The forms that can be filled in; the others are designs. */
export function fillableForms(forms: readonly GeneratedForm[] | undefined): GeneratedForm[] {
  return (forms ?? []).filter(({ is_open }) => is_open)
}

/** The forms that the user can fill in, as the server describes them to any client. */
export function useGeneratedForms() {
  return useQuery({
    queryKey: ['forms', 'generated'],
    queryFn: reading<typeof listGeneratedForms>('/generate/frontend'),
    select: ({ forms }) => forms,
  })
}
