import { useState } from 'react'
import { SETTING_KEYS, settings } from '#core/domains/settings/settings.ts'
import { CallRefused } from '#web/platform/api.ts'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { readFrom, type SettingsRead, useSaveSettings } from './useSettings.ts'

/** The form over all settings: it sends what was changed, and keeps it when somebody else was faster. */
export function useSettingsForm(read: SettingsRead) {
  const form = useRecordForm(settings, read.values, { names: SETTING_KEYS, isNew: false })
  const save = useSaveSettings()
  const [base, setBase] = useState(read)
  const [theirs, setTheirs] = useState<AnyRecord | null>(null)

  const restart = (from: SettingsRead) => {
    setTheirs(null)
    setBase(from)
    form.start(from.values)
  }
  const send = (ifUpdatedAt: unknown) => {
    const values = form.take()
    if (!values || save.isPending || Object.keys(values).length === 0) return
    save.mutate(
      { ...values, if_updated_at: ifUpdatedAt },
      {
        onSuccess: (answer) => restart(readFrom(answer)),
        onError: (failure) => {
          const current = failure instanceof CallRefused ? failure.answer.current : undefined
          if (current) setTheirs(current)
          else form.mark(failure)
        },
      },
    )
  }
  const taken = ({ updated_at, ...values }: AnyRecord): SettingsRead => ({
    values: Object.fromEntries(SETTING_KEYS.map((key) => [key, values[key] ?? ''])),
    updated_at: String(updated_at),
  })

  return {
    form,
    isSaving: save.isPending,
    submit: () => send(base.updated_at),
    discard: () => restart(base),
    conflict: theirs && {
      names: SETTING_KEYS,
      theirs,
      onKeepMine: () => send(theirs['updated_at']),
      onTakeTheirs: () => restart(taken(theirs)),
      onClose: () => setTheirs(null),
    },
  }
}
