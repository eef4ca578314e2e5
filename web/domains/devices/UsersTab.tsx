import { Anchor, Paper, Skeleton, Table, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { listDeviceUsers } from '#core/domains/devices/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** Who can see this device: by company, and by the devices and tags that limit their account. */
export function UsersTab({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useDeviceUsers(device.device_id)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={240} radius="lg" />
  return (
    <Paper style={{ overflowX: 'auto' }}>
      {data.length === 0 ? (
        <EmptyState Icon={IconUsers} title={t('devices.users.none')} help={t('devices.users.help')} />
      ) : (
        <>
          <Text size="sm" c="dimmed" p="md" pb="xs">
            {t('devices.users.help')}
          </Text>
          <Table aria-label={t('devices.tabs.users')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('devices.users.name')}</Table.Th>
                <Table.Th>{t('devices.users.username')}</Table.Th>
                <Table.Th>{t('devices.users.login_type')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((user) => (
                <UserRow key={user.user_id} user={user} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Paper>
  )
}

type DeviceUser = ResponseOf<typeof listDeviceUsers>['users'][number]

function UserRow({ user }: { user: DeviceUser }) {
  const { t } = useTranslation()
  const { user_id, first_name, last_name, username, login_type_id } = user
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} to={`/user/${user_id}`} size="sm">
          {[first_name, last_name].filter(Boolean).join(' ')}
        </Anchor>
      </Table.Th>
      <Table.Td>{username}</Table.Td>
      <Table.Td>{t(`login_types.${login_type_id}`)}</Table.Td>
    </Table.Tr>
  )
}

function useDeviceUsers(device_id: number) {
  return useQuery({
    queryKey: ['devices', 'users', device_id],
    queryFn: reading<typeof listDeviceUsers>('/devices/:device_id/users', { params: { device_id } }),
    select: ({ users }) => users,
  })
}
