import { Stack, Title } from '@mantine/core'
import { useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { AccountOf } from './CustomerAccount.tsx'

/** A customer's own account. */
export function OwnStatementScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.statement'))
  const { company_id } = useUser()
  return (
    <Stack gap="md">
      <Title order={1}>{t('screens.statement')}</Title>
      <AccountOf company_id={company_id} />
    </Stack>
  )
}
