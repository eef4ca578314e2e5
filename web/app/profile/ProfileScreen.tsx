import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#core/platform/keysOf.ts'
import { OwnApiKeys } from '#web/domains/access/apiKeys/OwnApiKeys.tsx'
import { CurrentUserSessions } from '#web/domains/access/security/CurrentUserSessions.tsx'
import { PasswordCard } from '#web/domains/access/security/PasswordCard.tsx'
import { TwoFactorCard } from '#web/domains/access/security/TwoFactorCard.tsx'
import { ContactPanel } from '#web/domains/people/contacts/ContactPanel.tsx'
import { CONTACT_TYPES, type ContactScope } from '#web/domains/people/contacts/contactTypes.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { replaceUser, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StoredImage } from '#web/resources/image/RecordImage.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { PreferencesPanel } from './PreferencesPanel.tsx'

const ImageDialog = lazyPart(() => import('#web/resources/image/ImageDialog.tsx').then((m) => m.ImageDialog))
const SEGMENTS = keysOf(CONTACT_TYPES)
const NOTHING: ContactScope = []

/** The user's own profile: preferences, contacts and sign-in. */
export function ProfileScreen() {
  const { t } = useTranslation()
  const { impersonated_by } = useUser()
  /** Sign-in settings are the user's own: the server refuses them to an impersonator. */
  const isHimself = impersonated_by === null
  const [params, setParams] = useSearchParams()
  const open = params.get('tab') ?? 'preferences'
  const change = (tab: string | null) =>
    setParams(tab && tab !== 'preferences' ? { tab } : {}, { replace: true })
  return (
    <Stack maw="var(--ullage-page)">
      <Title order={1}>{t('preferences.title')}</Title>
      <OwnPhoto />
      <Tabs value={open} onChange={change} keepMounted={false}>
        <TabBar
          open={open}
          onOpen={change}
          tabs={[
            { name: 'preferences', label: t('preferences.tab') },
            ...SEGMENTS.map((segment) => ({
              name: segment,
              label: t(`records.${CONTACT_TYPES[segment].resource.name}.label`),
            })),
            ...(isHimself ? [{ name: 'security', label: t('security.title') }] : []),
          ]}
        />
        <Tabs.Panel value="preferences">
          <PreferencesPanel />
        </Tabs.Panel>
        <Contacts />
        {isHimself && (
          <Tabs.Panel value="security">
            <SecurityPanel />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  )
}

function Contacts() {
  const { can_save } = useUser()
  return SEGMENTS.map((segment) => (
    <Tabs.Panel key={segment} value={segment}>
      <ContactPanel owner="/me" segment={segment} scope={can_save ? undefined : NOTHING} />
    </Tabs.Panel>
  ))
}

/** Sign-in settings and sessions. */
function SecurityPanel() {
  return (
    <Stack gap="md">
      <PasswordCard />
      <TwoFactorCard />
      <CurrentUserSessions />
      <OwnApiKeys />
    </Stack>
  )
}

function OwnPhoto() {
  const { t } = useTranslation()
  const { can_save, photo_thumb, combined_name, company, job_title, impersonated_by } = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <Group>
      <StoredImage address={photo_thumb?.replace('size=thumb', 'size=full')} name={combined_name} size={72} />
      <Stack gap={4}>
        <Text fw={600}>{combined_name}</Text>
        <Text size="sm" c="dimmed">
          {[job_title, company].filter(Boolean).join(' · ')}
        </Text>
        {impersonated_by === null && can_save && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPhoto size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('resources.image.change_photo')}
          </Button>
        )}
      </Stack>
      {isOpen && (
        <Suspense>
          <ImageDialog
            path="/me/photo"
            name="photo"
            canRemove={photo_thumb !== null}
            onClose={() => setOpen(false)}
            onSaved={(response) => replaceUser((response as { user: CurrentUser }).user)}
          />
        </Suspense>
      )}
    </Group>
  )
}
