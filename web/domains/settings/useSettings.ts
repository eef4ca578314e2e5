import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { changeSettings, listSettings } from '#core/domains/settings/calls.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

type Answer = Pick<ResponseOf<typeof listSettings>, 'settings'>

/** The settings as one record: a form changes many at once. */
export interface LoadedSettings {
  values: AnyRecord
  /** The newest change of any. */
  updated_at: string
}

const KEY = ['settings']

export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      settingsRecordOf(await request<typeof listSettings>('GET', '/settings', { signal })),
  })
}

export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SentTo<typeof changeSettings>['body']) =>
      request<typeof changeSettings>('PATCH', '/settings', { body }),
    onSuccess: (response) => {
      client.setQueryData(KEY, settingsRecordOf(response))
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
