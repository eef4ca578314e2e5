import { Button, Paper, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALE_CODES } from '#core/platform/locales.ts'
import { THEMES } from '#core/platform/themes.ts'
import { call } from '#web/platform/api.ts'
import { type CurrentUser, replaceUser, useUser } from '#web/platform/session.tsx'
import { LookPanel } from './LookPanel.tsx'

/** What a person chooses for himself: language, units, time zone and colors. */
export function PreferencesPanel() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const [values, setValues] = useState({
    language: user.language,
    unit_of_measure: user.unit_of_measure,
    user_time_zone: user.user_time_zone,
    theme: user.theme,
  })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: () => call<{ user: CurrentUser }>('PATCH', '/me', values),
    onSuccess: async (answer) => {
      replaceUser(answer.user)
      await client.invalidateQueries()
    },
  })
  const languageName = (code: string) =>
    new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code
  return (
    <Stack maw={560}>
      <Paper p="md">
        <Stack>
          <Select
            label={t('preferences.language')}
            data={LOCALE_CODES.map((value) => ({ value, label: languageName(value) }))}
            value={values.language}
            allowDeselect={false}
            searchable
            onChange={(language) => language && set({ language })}
          />
          <Select
            label={t('preferences.units')}
            data={[
              { value: '1', label: t('preferences.imperial') },
              { value: '2', label: t('preferences.metric') },
            ]}
            value={String(values.unit_of_measure)}
            allowDeselect={false}
            onChange={(units) => set({ unit_of_measure: units === '2' ? 2 : 1 })}
          />
          <Select
            label={t('preferences.time_zone')}
            data={Intl.supportedValuesOf('timeZone')}
            value={values.user_time_zone}
            allowDeselect={false}
            searchable
            onChange={(zone) => zone && set({ user_time_zone: zone })}
          />
          <Select
            label={t('preferences.theme')}
            data={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
            value={values.theme}
            allowDeselect={false}
            onChange={(theme) => theme && set({ theme: theme as typeof values.theme })}
          />
          <Button loading={save.isPending} onClick={() => save.mutate()} style={{ alignSelf: 'flex-end' }}>
            {t('preferences.save')}
          </Button>
        </Stack>
      </Paper>
      <LookPanel />
    </Stack>
  )
}
