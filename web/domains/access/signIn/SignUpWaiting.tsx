import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Shown to a user whose sign-up waits for staff. */
export function SignUpWaiting({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack role="status">
      <Title order={1}>{t('login.waiting')}</Title>
      <Text>{t('login.waiting_why')}</Text>
      <Button variant="default" onClick={onBack}>
        {t('login.step.back')}
      </Button>
    </Stack>
  )
}
