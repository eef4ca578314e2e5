import { useMemo } from 'react'
import { SETTING_KEYS, settings } from '#core/domains/settings/settings.ts'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { useSaving } from '#web/resources/form/useSaving.ts'
import { type LoadedSettings, settingsRecordOf, useSaveSettings } from './useSettings.ts'

/** The form of all settings: it sends changed values only, and keeps them after a conflict. */
export function useSettingsForm(read: LoadedSettings) {
  const form = useRecordForm(settings, read.values, { names: SETTING_KEYS, isNew: false })
  const save = useSaveSettings()
  const { values, updated_at } = read
  return {
    form,
    ...useSaving({
      resource: settings,
      form,
      names: SETTING_KEYS,
      record: useMemo(() => ({ ...values, updated_at }), [values, updated_at]),
      save,
      recordIn: (response) => {
        const saved = settingsRecordOf(response)
        return { ...saved.values, updated_at: saved.updated_at }
      },
      valuesOf: (record) => Object.fromEntries(SETTING_KEYS.map((key) => [key, record[key] ?? ''])),
    }),
  }
}
