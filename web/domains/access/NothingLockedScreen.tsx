import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SignInPage } from './SignInForm.tsx'

/** The lock screen where nobody is signed in: nothing is there to be hidden or unlocked. */
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
