import { useQuery } from '@tanstack/react-query'
import { default as i18next } from 'i18next'
import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo } from 'react'
import type { listKnownFields } from '#core/resources/calls/userFieldCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import {
  addUserFields,
  USER_DEFINED_FIELDS,
  type UserField,
  userFieldKey,
} from '#core/resources/fields/userFields.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'

const Known = createContext<readonly UserField[]>([])

/** A kind of record with the user-defined fields of this installation. */
export function useResourceWithUserFields<R extends Resource | undefined>(resource: R): R {
  const known = useContext(Known)
  return useMemo(() => (resource ? addUserFields(resource, known) : resource), [resource, known])
}

interface KnownFieldsProps {
  children: ReactNode
  /** Shown until the fields have loaded: a form must not start without them. */
  waiting: ReactNode
}

/** Provides the user-defined fields of every kind that the user may read. */
export function UserFieldsProvider({ children, waiting }: KnownFieldsProps) {
  const { user_id, company_id } = useUser()
  const { data, isPending } = useQuery({
    queryKey: [USER_DEFINED_FIELDS, 'known', user_id, company_id],
    queryFn: reading<typeof listKnownFields>('/user_defined_fields/known'),
    select: ({ user_defined_fields }) => user_defined_fields,
    // A live event invalidates them.
    staleTime: Number.POSITIVE_INFINITY,
  })
  // During render, so that no name is shown as its key.
  useMemo(() => nameFields(data ?? []), [data])
  useEffect(() => {
    const again = () => nameFields(data ?? [])
    i18next.on('languageChanged', again)
    return () => i18next.off('languageChanged', again)
  }, [data])
  // Deferred, so that a slow machine draws the frame in small steps.
  const isWaiting = useDeferredValue(isPending)
  if (isWaiting) return waiting
  return <Known value={data ?? NONE}>{children}</Known>
}

const NONE: readonly UserField[] = []

/** Adds their names to the texts of the product's own fields, in each loaded language. */
function nameFields(fields: readonly UserField[]): void {
  for (const field of fields) {
    addText('en', field, { label: field.label, help: field.help })
    // A partly loaded language would never be loaded whole.
    if (i18next.hasResourceBundle('es', 'translation'))
      addText('es', field, { label: field.label_es, help: field.help_es })
  }
}

function addText(
  language: string,
  field: UserField,
  { label, help }: { label: string | null; help: string | null },
): void {
  const records = `records.${field.resource}`
  const key = userFieldKey(field)
  const options = { silent: true }
  if (label) i18next.addResource(language, 'translation', `${records}.fields.${key}`, label, options)
  if (help) i18next.addResource(language, 'translation', `${records}.help.${key}`, help, options)
}
