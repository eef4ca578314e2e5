import { useMemo, useRef, useState } from 'react'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import type { EnteredValues } from '#web/resources/recordIn.ts'
import type { FormValues } from './issuesIn.ts'

/** `R` is the kind of its record, where the form is of one kind only. */
export interface RecordForm<R extends Resource = Resource> {
  values: EnteredValues<R>
  /** The initial values. */
  first: FormValues
  errors: Readonly<Record<string, string> & Partial<Record<keyof R['fields'], string>>>
  isDirty: boolean
  /** Its record is not stored yet. */
  isNew: boolean
  set: (changes: FormValues) => void
  /**
   * The values to send, or null if there are errors; the first invalid field gets the focus. With `instead` it continues with
   * other values, based on another version of the record.
   */
  take: (instead?: { first: FormValues; values: FormValues }) => Promise<Record<string, unknown> | null>
  /** Marks the fields that the server has refused. */
  mark: (failure: unknown) => void
  /** Restarts from what has been saved. */
  start: (saved: FormValues) => void
}

interface Options {
  names: readonly string[]
  isNew: boolean
  /** Checks in addition to the definition's. */
  check?: (values: FormValues) => Issue[]
}

type IssuesIn = typeof import('./issuesIn.ts').issuesIn

let issuesIn: IssuesIn | undefined

/** Fetches the checks of forms. If that fails, forms are sent unchecked, and the server reports the issues. */
async function loadChecks(): Promise<IssuesIn> {
  try {
    issuesIn ??= (await import('./issuesIn.ts')).issuesIn
  } catch {
    return () => []
  }
  return issuesIn
}

/** The state of a form over fields of a definition. No issues are shown before the first attempt to save. */
export function useRecordForm<R extends Resource>(
  resource: R,
  initial: FormValues,
  options: Options,
): RecordForm<R>
export function useRecordForm(
  resource: Resource,
  initial: FormValues,
  { names, isNew, check }: Options,
): RecordForm {
  const { t } = useTranslation()
  const [first, setFirst] = useState(initial)
  const [values, setValues] = useState(initial)
  const [wasTried, setWasTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const isTaking = useRef(false)
  const issues = useMemo(() => {
    if (!wasTried) return []
    const before = isNew ? {} : valuesToSend(resource, names, first)
    return issuesIn?.(resource, valuesToSend(resource, names, values), { isNew, check, before }) ?? []
  }, [resource, names, values, first, isNew, check, wasTried])
  const checked = Object.fromEntries(
    issues.flatMap(({ field, rule, params }) =>
      [field, firstOf(field.split('.'))].map((name) => [name, t(`rules.${rule}`, params)]),
    ),
  )
  return {
    values,
    first,
    errors: { ...refused, ...checked },
    isDirty: names.some((name) => values[name] !== first[name]),
    isNew,
    set: (changes) => {
      void loadChecks()
      setValues((before) => ({ ...before, ...changes }))
      setRefused((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !isChanged(name, values, changes))),
      )
    },
    take: async (instead) => {
      // Pressed again while the checks are being fetched.
      if (isTaking.current) return null
      isTaking.current = true
      const findIssues = await loadChecks()
      isTaking.current = false
      setWasTried(true)
      if (instead) {
        setFirst(instead.first)
        setValues(instead.values)
      }
      const { first: before, values: now } = instead ?? { first, values }
      const all = valuesToSend(resource, names, now)
      const found = findIssues(resource, all, {
        isNew,
        check,
        before: isNew ? {} : valuesToSend(resource, names, before),
      })
      if (found.length > 0) {
        focusOn(firstOf(found).field)
        return null
      }
      if (isNew) return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
      return Object.fromEntries(Object.entries(all).filter(([name]) => now[name] !== before[name]))
    },
    mark: (failure) => {
      if (!(failure instanceof CallRefused) || !failure.body.errors) return
      setRefused(Object.fromEntries(failure.body.errors.map(({ field, message }) => [field, message])))
      focusOn(failure.body.errors[0]?.field ?? '')
    },
    start: (saved) => {
      setFirst(saved)
      setValues(saved)
      setWasTried(false)
      setRefused({})
    },
  }
}

/** Whether changes affect a field, or the field of a row: "details.1.product_id". If rows come or go, all are affected. */
function isChanged(path: string, values: FormValues, changes: FormValues): boolean {
  const [name = '', index, field] = path.split('.')
  if (!(name in changes)) return false
  const [before, after] = [values[name], changes[name]]
  if (field === undefined || !Array.isArray(before) || !Array.isArray(after)) return true
  return before.length !== after.length || before[Number(index)]?.[field] !== after[Number(index)]?.[field]
}

function valuesToSend(
  resource: Resource,
  names: readonly string[],
  values: FormValues,
): Record<string, unknown> {
  const { details } = resource
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'details' && details
        ? values.details?.map((row) => writtenRow(details, row))
        : fieldValue(resource.fields[name], values[name]),
    ]),
  )
}

/** A row as sent: its id and writable fields. Other data used while editing stays here. */
function writtenRow(details: Resource, row: FormValues): FormValues {
  const names = new Set([details.id, ...writableFields(details).map(([name]) => name)])
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

/** The value of an input's text: empty is null, and integers are numbers. */
function fieldValue(field: Field | undefined, value: unknown): unknown {
  if (value === '' || value === undefined) return null
  const typedValue = field && typeof value === 'string' ? webKindOf(field).typedValue : undefined
  return typedValue ? typedValue(String(value)) : value
}

function focusOn(name: string): void {
  if (!name) return
  setTimeout(() => {
    const [whole, first] = [name, name.split('.')[0]].map((item) =>
      document.querySelector<HTMLElement>(`[data-field="${item}"]`),
    )
    const place = whole ?? first
    const isInput = place?.matches('input, textarea, button, select')
    ;(isInput ? place : place?.querySelector<HTMLElement>('input, textarea, button'))?.focus()
  }, 0)
}
