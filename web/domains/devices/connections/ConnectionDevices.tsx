import { Anchor, Badge, Button, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { devices } from '#core/domains/devices/devices.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type ConnectionDevice, useChangeConnection, useConnectionDevices } from './useConnection.ts'

/** The devices that reported over a connection, and when; an unknown one is linked to a device, or a device is created for it. */
export function ConnectionDevices({ connection_id }: { connection_id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useConnectionDevices(connection_id)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={120} />
  return (
    <Paper p="md">
      <Title order={2}>{t('devices.connections.heard')}</Title>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('devices.connections.none_heard')}
        </Text>
      )}
      {data.length > 0 && (
        <Table.ScrollContainer minWidth={280}>
          <Table>
            <Table.Tbody>
              {data.map((device) => (
                <DeviceRow key={device.device_key} {...{ device, connection_id }} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  )
}

function DeviceRow({ device, connection_id }: { device: ConnectionDevice; connection_id: number }) {
  const [isLinking, setIsLinking] = useState(false)
  const { link } = useChangeConnection(connection_id)
  const { device_key, device_id, last_seen_at } = device
  const isUnknown = device_id === null
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" dir="ltr" style={{ wordBreak: 'break-all' }}>
          {device_key}
        </Text>
        <RelativeTime at={last_seen_at} size="xs" c="dimmed" />
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <DeviceName {...device} />
          <DeviceActions
            {...{ device, isLinking }}
            isPending={link.isPending}
            onLink={() => setIsLinking(true)}
            onUnlink={() => link.mutate({ device_key, device_id: null })}
          />
        </Group>
        {isUnknown && isLinking && (
          <DeviceChoice
            isPending={link.isPending}
            onChoose={(chosen) => link.mutate({ device_key, device_id: chosen })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function DeviceName({ device_id, device_title }: ConnectionDevice) {
  const { t } = useTranslation()
  const addressOf = useRecordAddress()
  return (
    <>
      {device_id === null ? (
        <Badge color="mild">{t('devices.connections.unknown')}</Badge>
      ) : (
        <Anchor component={Link} to={addressOf('devices', device_id) ?? ''} size="sm">
          {device_title}
        </Anchor>
      )}
    </>
  )
}

interface DeviceActionsProps {
  device: ConnectionDevice
  isLinking: boolean
  isPending: boolean
  onLink: () => void
  onUnlink: () => void
}

function DeviceActions({ device, isLinking, isPending, onLink, onUnlink }: DeviceActionsProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { device_key, device_id, is_linked } = device
  const isUnknown = device_id === null
  return (
    <>
      {isUnknown && may('devices.update') && !isLinking && (
        <Button size="compact-sm" variant="default" onClick={onLink}>
          {t('devices.connections.link')}
        </Button>
      )}
      {isUnknown && may('devices.create') && (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={`/new_place?${new URLSearchParams({ public_id: device_key })}`}
        >
          {t('devices.connections.create')}
        </Button>
      )}
      {is_linked && may('devices.update') && (
        <Button size="compact-sm" variant="subtle" loading={isPending} onClick={onUnlink}>
          {t('devices.connections.unlink')}
        </Button>
      )}
    </>
  )
}

interface DeviceChoiceProps {
  isPending: boolean
  onChoose: (device_id: number) => void
}

function DeviceChoice({ isPending, onChoose }: DeviceChoiceProps) {
  const { t } = useTranslation()
  const choices = useChoices(devices, true, [])
  return (
    <SelectInput
      mt="xs"
      {...choices}
      label={t('records.devices.single')}
      searchable
      disabled={isPending}
      onChange={(chosen) => chosen !== null && onChoose(Number(chosen))}
    />
  )
}
