import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { identity_providers } from '#core/domains/access/identity_providers.ts'
import { isGroupRole, SINGLE_SIGN_ON_RETURN } from '#core/domains/access/identity_providers.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Ullage's settings for the provider, and why the last sign-in failed there. */
export function ProviderSetup({ record }: { record: ShownRecord<typeof identity_providers> }) {
  const { t } = useTranslation()
  const address = `${location.origin}${SINGLE_SIGN_ON_RETURN}`
  const error = String(record.last_error ?? '')
  const isLatest = String(record.last_error_at ?? '') > String(record.last_sign_in_at ?? '')
  const roles = record.group_roles?.filter(isGroupRole) ?? []
  return (
    <Stack gap="xs">
      {error && isLatest && (
        <Alert color="urgent" role="alert" title={t('security.identity_providers.failed')}>
          {error}
        </Alert>
      )}
      {record.creates_accounts === 1 && (
        <Text size="sm">
          {t('security.identity_providers.new_accounts', {
            roles: roles
              .map(({ group, login_type_id }) => `${group} → ${t(`login_types.${login_type_id}`)}`)
              .join(', '),
          })}
        </Text>
      )}
      <Text size="sm">{t('security.identity_providers.register')}</Text>
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }} dir="ltr">
          {address}
        </Code>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(address)}
        >
          {t('ui.copy')}
        </Button>
      </Group>
    </Stack>
  )
}
