import { Anchor, Breadcrumbs, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { IconRouterOff } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from 'react-router'
import { devices } from '#core/domains/devices/devices.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { DeviceHeader, DeviceState } from './DeviceHeader.tsx'
import { DeviceTabs } from './DeviceTabs.tsx'

/** One device: current state, history and settings. Without an id: a new one. */
export function DeviceProfileScreen() {
  const { id } = useParams()
  if (!id) return <NewDevice />
  return <Profile key={id} device_id={Number(id)} />
}

function Profile({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const { data: device, error, refetch } = useDevice(device_id)
  const isPhone = useIsPhone()
  if (!device && error instanceof CallRefused && error.code === 404)
    return (
      <Paper>
        <EmptyState Icon={IconRouterOff} title={t('messages.not_found')}>
          <Anchor component={Link} to="/devices">
            {t('devices.back_to_list')}
          </Anchor>
        </EmptyState>
      </Paper>
    )
  if (!device && error) return <ErrorState error={error} onRetry={refetch} />
  if (!device) return <Waiting />
  return (
    <Stack gap={isPhone ? 'xs' : 'md'}>
      <DeviceHeader device={device} />
      <DeviceTabs device={device} />
      {isPhone && <DeviceState device={device} />}
    </Stack>
  )
}

function NewDevice() {
  const { t } = useTranslation()
  usePageTitle(t('devices.new'), t('records.devices.label'))
  const navigate = useNavigate()
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Breadcrumbs>
        <Anchor component={Link} to="/devices" size="sm">
          {t('records.devices.label')}
        </Anchor>
        <span>{t('devices.new')}</span>
      </Breadcrumbs>
      <Title order={1}>{t('devices.new')}</Title>
      <ResourceForm
        resource={devices}
        record={null}
        leavesTo="/devices"
        onSaved={({ device_id }) =>
          void navigate(`/devices/profile/${device_id}?tab=ports`, { replace: true })
        }
      />
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap="md">
      <Skeleton h={110} radius="lg" />
      <Skeleton h={36} maw={520} />
      <Skeleton h={420} radius="lg" />
    </Stack>
  )
}
