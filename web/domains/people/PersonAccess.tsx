import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { users } from '#core/domains/access/users.ts'
import type { people } from '#core/domains/people/people.ts'
import { PersonInvitation } from '#web/domains/access/accounts/PersonInvitation.tsx'
import { UserAccounts } from '#web/domains/access/accounts/UserAccounts.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useUsersOf } from './useUsersOf.ts'

/** Whether and how a person signs in, the companies they may work in, and the devices they are limited to. */
export function PersonAccess({ record }: { record: ShownRecord<typeof people> }) {
  const { data, isError, error, refetch } = useUsersOf(record)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={200} />
  if (data.rows.length === 0) return <PersonInvitation record={record} />
  return (
    <Stack gap="lg">
      {data.rows.map((user) => (
        <Stack key={String(user.user_id)} gap="md">
          <SignInFacts user={user} />
          <UserAccounts userId={String(user.user_id)} />
        </Stack>
      ))}
    </Stack>
  )
}

function SignInFacts({ user }: { user: ShownRecord<typeof users> }) {
  const { t } = useTranslation()
  return (
    <Paper p="md">
      <Group justify="space-between">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {String(user.username)}
            </Text>
            {user.status === 0 && (
              <Badge size="sm" color="gray">
                {t('security.person_access.inactive')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {t(`login_types.${user.login_type_id}`)}
          </Text>
        </Stack>
        <Anchor component={Link} to={`/user/${user.user_id}`} size="sm">
          {t('security.person_access.open')}
        </Anchor>
      </Group>
    </Paper>
  )
}
