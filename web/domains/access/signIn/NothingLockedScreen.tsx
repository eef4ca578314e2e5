import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SignInPage } from './SignInForm.tsx'

/** The lock screen without a session, where there is nothing to hide or unlock. */
export function NothingLockedScreen() {
  const { t } = useTranslation()
  return (
    <SignInPage title={t('security.not_locked.title')}>
      <Text size="sm">{t('security.not_locked.why')}</Text>
      <Button component={Link} to="/session/login" size="md">
        {t('login.submit')}
      </Button>
    </SignInPage>
  )
}
