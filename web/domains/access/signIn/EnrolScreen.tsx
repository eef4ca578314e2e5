import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import type { readCurrentUser } from '#core/platform/signInCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { replaceUser } from '#web/platform/session/session.tsx'
import { signOut } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { TwoFactorCard } from '../security/TwoFactorCard.tsx'

/** The only screen of a user who must first set up a second factor. */
export function EnrolScreen() {
  const { t } = useTranslation()
  const goOn = async () => {
    replaceUser((await request<typeof readCurrentUser>('GET', '/users/current')).user)
  }
  return (
    <Center mih="100dvh" p="md">
      <Stack w="100%" maw={560} component="main">
        <Title order={1}>{t('security.enrol.title')}</Title>
        <Text>{t('security.enrol.why')}</Text>
        <TwoFactorCard onChanged={() => void goOn()} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void signOut()}>
            {t('security.enrol.log_out')}
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}
