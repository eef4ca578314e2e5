import { Badge, Button, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import {
  IconBroadcast,
  IconCheck,
  IconClock,
  IconDownload,
  IconKey,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { listDeviceCommands, queueDeviceCommand } from '#core/domains/devices/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { ReprovisionDevice } from './ReprovisionDevice.tsx'

type DeviceCommand = ResponseOf<typeof listDeviceCommands>['device_commands'][number]

const COMMANDS = [
  { command: 1, Icon: IconBroadcast },
  { command: 2, Icon: IconRefresh },
  { command: 3, Icon: IconDownload },
  { command: 4, Icon: IconKey },
] as const

const STATUSES = {
  queued: { Icon: IconClock, color: 'stale' },
  sent: { Icon: IconSend, color: 'brand' },
  confirmed: { Icon: IconCheck, color: 'fine' },
  failed: { Icon: IconX, color: 'urgent' },
} as const

/** The commands of a device and their results. */
export function CommandsTab({ device }: { device: DeviceRow }) {
  const mayChange = useMay()('devices.update')
  const { login_type_id } = useUser()
  return (
    <Stack gap="md">
      {mayChange && <Commands device={device} />}
      {mayChange && isStaff(login_type_id) && <ReprovisionDevice device={device} />}
      <CommandHistory device_id={device.device_id} />
    </Stack>
  )
}

function useCommands(device: DeviceRow) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (command: number) =>
      request<typeof queueDeviceCommand>('POST', '/devices/:device_id/commands', {
        params: { device_id: device.device_id },
        body: { command },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices', 'commands', device.device_id] }),
  })
  const ask = (command: number) =>
    modals.openConfirmModal({
      title: t(`records.devices.choices.command.${command}`),
      children: t(`devices.command_help.${command}`),
      labels: { confirm: t('devices.send'), cancel: t('resources.cancel') },
      onConfirm: () => send.mutate(command),
    })
  return { send, ask }
}

function Commands({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const { send, ask } = useCommands(device)
  return (
    <Paper p="md">
      <Group gap="xs">
        {COMMANDS.map(({ command, Icon }) => (
          <Button
            key={command}
            variant="default"
            leftSection={<Icon size={16} />}
            disabled={device.status === 'retired'}
            onClick={() => (command === 1 ? send.mutate(1) : ask(command))}
          >
            {t(`records.devices.choices.command.${command}`)}
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {t('devices.commands_help')}
      </Text>
    </Paper>
  )
}

function CommandHistory({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['devices', 'commands', device_id],
    queryFn: reading<typeof listDeviceCommands>('/devices/:device_id/commands', { params: { device_id } }),
    select: ({ device_commands }) => device_commands,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={160} radius="lg" />
  return (
    <Paper p="md" style={{ overflowX: 'auto' }}>
      <Title order={2} mb="xs">
        {t('devices.commands_sent')}
      </Title>
      {data.length === 0 ? (
        <EmptyState Icon={IconSend} title={t('devices.no_commands')} />
      ) : (
        <Table>
          <Table.Tbody>
            {data.map((item) => (
              <CommandLine key={item.command_id} command={item} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}

function CommandLine({ command }: { command: DeviceCommand }) {
  const { t } = useTranslation()
  const { Icon, color } = STATUSES[command.status]
  return (
    <Table.Tr>
      <Table.Td>{t(`records.devices.choices.command.${command.command}`)}</Table.Td>
      <Table.Td>
        <Badge color={color} leftSection={<Icon size={13} />}>
          {t(`devices.command_status.${command.status}`)}
        </Badge>
        {command.reason && (
          <Text size="xs" c="dimmed">
            {command.reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <RelativeTime at={command.confirmed_at ?? command.sent_at ?? command.queued_at} size="sm" />
      </Table.Td>
      <Table.Td c="dimmed">{command.queued_by}</Table.Td>
    </Table.Tr>
  )
}
