import { Stack } from '@mantine/core'
import { OwnApiKeys } from '../apiKeys/OwnApiKeys.tsx'
import { CurrentUserSessions } from './CurrentUserSessions.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** Sign-in settings and sessions: a part of the own profile. */
export function SecurityPanel() {
  return (
    <Stack gap="md">
      <PasswordCard />
      <TwoFactorCard />
      <CurrentUserSessions />
      <OwnApiKeys />
    </Stack>
  )
}
