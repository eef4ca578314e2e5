import { useEffect, useRef, useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { useSession } from '#web/platform/session/session.tsx'
import type { AnyRecord } from '../useRecords.ts'
import { type Draft, draftKey, readDraft, removeDraft, saveDraft } from './drafts.ts'
import type { FormValues } from './issuesIn.ts'
import type { RecordForm } from './useRecordForm.ts'

/** Delay before a draft is written, as writing on every key would be noticeable, ms. */
const SAVE_AFTER_MS = 400

export interface DraftOffer {
  at: string
  /** The fields that it would change. */
  names: readonly string[]
  /** The record was saved since: the draft may be older than its values. */
  isOvertaken: boolean
  takeBack: () => void
  discard: () => void
}

/**
 * Stores the input of a form in this browser, per user and record, so that it survives a lost session and a closed tab.
 * Passwords and encrypted numbers are never stored.
 * @param place distinguishes forms of the same kind without a record.
 */
export function useDraft(
  { resource, place = '' }: { resource: Resource; place?: string },
  { form, names, record }: { form: RecordForm; names: readonly string[]; record: AnyRecord | null },
) {
  const { user } = useSession()
  const storable = names.filter((name) => isStorable(resource, name))
  const id = record?.[resource.id] ?? (record ? 'all' : `new.${location.pathname}`)
  const key = user && draftKey(user, `${user.company_id}.${resource.name}.${id}${place}`)
  const updated_at = record?.updated_at ?? null
  const [found, setFound] = useState<Draft | null>(null)
  const waiting = useRef<Draft | null>(null)
  const wasDirty = useRef(false)

  useEffect(() => setFound(key ? readDraft(key) : null), [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed or offered values change the draft
  useEffect(() => {
    if (!key) return
    waiting.current = null
    if (!form.isDirty) {
      if (wasDirty.current && found) saveDraft(key, found)
      else if (wasDirty.current) removeDraft(key)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const typed = storable.filter((name) => form.values[name] !== form.first[name])
    if (typed.length === 0) return
    // A draft that is still offered stays when the user types without taking it.
    const values = { ...found?.values, ...pick(form.values, typed) }
    waiting.current = { at: new Date().toISOString(), updated_at, values }
    const timer = setTimeout(() => write(key, waiting), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [form.values, form.isDirty, key, found])

  useEffect(() => {
    if (!key) return
    const flush = () => write(key, waiting)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [key])

  const offered = found
    ? storable.filter((name) => name in found.values && !isSame(found.values[name], form.values[name]))
    : []
  const offer: DraftOffer | null =
    found && key && offered.length > 0
      ? {
          at: found.at,
          // Of a new record everything was typed: names of fields tell nothing.
          names: record ? offered : [],
          isOvertaken: found.updated_at !== updated_at,
          takeBack: () => {
            form.set(pick(found.values, offered))
            setFound(null)
          },
          discard: () => {
            if (!form.isDirty) removeDraft(key)
            setFound(null)
          },
        }
      : null
  return {
    offer,
    /** After saving or discarding. */
    forget: () => {
      waiting.current = null
      wasDirty.current = false
      setFound(null)
      if (key) removeDraft(key)
    },
  }
}

function write(key: string, waiting: { current: Draft | null }): void {
  if (waiting.current) saveDraft(key, waiting.current)
  waiting.current = null
}

function isStorable({ fields }: Resource, name: string): boolean {
  const field = fields[name]
  // The repetition of a secret is not a field, and just as secret.
  if (!field) return name === 'details'
  return !isSecret(field) && !field.sealed
}

function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
