import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What somebody sees who has signed up and waits for staff. */
export function SignUpWaiting({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack role="status">
      <Title order={1}>{t('security.sign_up.waiting')}</Title>
      <Text>{t('messages.sign_up_waiting')}</Text>
      <Button variant="default" onClick={onBack}>
        {t('security.step.back')}
      </Button>
    </Stack>
  )
}
