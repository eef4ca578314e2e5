import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

interface Answer {
  settings: { setting_key: string; value: unknown; updated_at: string }[]
  message?: string
  type?: string
}

/** The settings as one record: a form changes many of them at once. */
export interface LoadedSettings {
  values: AnyRecord
  /** When the newest of them was changed. */
  updated_at: string
}

const KEY = ['settings']

export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      settingsRecordOf(await call<Answer>('GET', '/settings', undefined, { signal })),
  })
}

export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: object) => call<Answer>('PATCH', '/settings', changes),
    onSuccess: (answer) => {
      client.setQueryData(KEY, settingsRecordOf(answer))
      return client.invalidateQueries({ queryKey: ['environment'] })
    },
  })
}

export function settingsRecordOf({ settings }: Answer): LoadedSettings {
  return {
    values: Object.fromEntries(settings.map(({ setting_key, value }) => [setting_key, value ?? ''])),
    updated_at: settings
      .map(({ updated_at }) => updated_at)
      .reduce((one, other) => (one > other ? one : other)),
  }
}
