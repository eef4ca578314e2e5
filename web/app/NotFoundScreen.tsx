import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <Stack align="flex-start">
      <Title order={1}>{t('screens.missing')}</Title>
      <Text c="dimmed">{t('screens.missing_why')}</Text>
      <Button component={Link} to="/dashboard">
        {t('screens.to_dashboard')}
      </Button>
    </Stack>
  )
}
