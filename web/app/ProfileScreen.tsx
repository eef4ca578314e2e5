import { Stack, Tabs, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { SecurityPanel } from '#web/domains/access/SecurityPanel.tsx'
import { PreferencesPanel } from './PreferencesPanel.tsx'

/** One's own profile: what one chooses for oneself, and how one signs in. */
export function ProfileScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  return (
    <Stack>
      <Title order={1}>{t('preferences.title')}</Title>
      <Tabs
        value={params.get('tab') ?? 'preferences'}
        onChange={(tab) => setParams(tab && tab !== 'preferences' ? { tab } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="preferences">{t('preferences.tab')}</Tabs.Tab>
          <Tabs.Tab value="security">{t('security.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preferences">
          <PreferencesPanel />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityPanel />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
