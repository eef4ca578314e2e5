import { useEffect, useRef, useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import type { Choices, Conflict } from './ConflictDialog.tsx'
import { conflictOf } from './conflictOf.ts'
import type { FormValues } from './issuesIn.ts'
import { useDraft } from './useDraft.ts'
import type { RecordForm } from './useRecordForm.ts'

interface Save<A> {
  mutate: (
    values: Record<string, unknown>,
    handlers: { onSuccess: (answer: A) => void; onError: (failure: unknown) => void },
  ) => void
  isPending: boolean
}

interface SavingOptions<A> {
  /** The kind of record: its drafts are stored by it. */
  resource: Resource
  /** Distinguishes forms for new records of one kind. */
  place?: string
  form: RecordForm
  names: readonly string[]
  /** The record being changed; null for a new one. */
  record: AnyRecord | null
  save: Save<A>
  recordIn: (answer: A) => AnyRecord
  valuesOf: (record: AnyRecord) => FormValues
  onSaved?: (record: AnyRecord, answer: A) => void
}

/** The saving of a form over a record. After a conflict the input stays, and is resent with the choices made field by field. */
export function useSaving<A>(options: SavingOptions<A>) {
  const { form, names, record, save, recordIn, valuesOf, onSaved } = options
  const draft = useDraft(options, options)
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<AnyRecord | null>(null)
  /** Set while the form itself navigates, because everything has been saved. */
  const isSaved = useRef(false)

  const restart = (from: AnyRecord) => {
    setTheirs(null)
    setBase(from)
    form.start(valuesOf(from))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer state of the record restarts the form.
  useEffect(() => {
    const isNewer = record && base && String(record.updated_at) > String(base.updated_at)
    if (isNewer && !form.isDirty) restart(record)
  }, [record])

  const send = (updated_at: unknown, values: Record<string, unknown> | null) => {
    if (!values || save.isPending) return
    if (record && Object.keys(values).length === 0) return
    save.mutate(record ? { ...values, if_updated_at: updated_at } : values, {
      onSuccess: (response) => {
        const saved = recordIn(response)
        draft.forget()
        if (record) restart(saved)
        else form.start(form.values)
        isSaved.current = true
        onSaved?.(saved, response)
        // A form that stays mounted may be changed again.
        isSaved.current = record === null
      },
      onError: (failure) => {
        const current = conflictOf(failure)
        if (current) setTheirs(current)
        else form.mark(failure)
      },
    })
  }

  const choose = (choices: Choices) => {
    if (!theirs) return
    const now = valuesOf(theirs)
    const mine = names.filter((name) => choices[name] === 'mine').map((name) => [name, form.values[name]])
    if (mine.length === 0) return restart(theirs)
    setTheirs(null)
    setBase(theirs)
    void form
      .take({ first: now, values: { ...now, ...Object.fromEntries(mine) } })
      .then((values) => send(theirs.updated_at, values))
  }

  const conflict: Conflict | null = theirs && {
    names,
    first: form.first,
    mine: form.values,
    theirs,
    onChoose: choose,
    onClose: () => setTheirs(null),
  }
  return {
    isSaving: save.isPending,
    isSaved,
    conflict,
    submit: () => void form.take().then((values) => send(base?.updated_at, values)),
    discard: () => base && restart(base),
    /** Earlier input that is offered again. */
    draft: draft.offer,
    /** The user discards it on purpose. */
    forgetDraft: draft.forget,
  }
}
