import { Anchor, Button, Group, Loader, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shownLevelOf } from '#core/domains/telemetry/levels/shownLevel.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { NewPlaceLink } from '../list/NewPlaceLink.tsx'
import { ReprovisionDevice } from '../ReprovisionDevice.tsx'

/** The steps after a place is set up: enter the key in the device, and wait for its first message. */
export function PlaceSetUp({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const { data: device, error, refetch } = useDevice(device_id)
  if (!device)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={320} radius="lg" />
  const { company_id, last_record_date } = device
  const hasReported = last_record_date !== null
  return (
    <Stack gap="md">
      <Paper p="md" component="section">
        <Step isDone title={deviceName(device)}>
          <Where device={device} />
        </Step>
      </Paper>
      {isStaff(login_type_id) && may('devices.update') && (
        <ReprovisionDevice device={device} isFirst={!hasReported} />
      )}
      <Paper p="md" component="section" aria-live="polite">
        <Step isDone={hasReported} title={t(hasReported ? 'devices.place.heard' : 'devices.place.waiting')}>
          <FirstReport device={device} />
        </Step>
      </Paper>
      <Group gap="sm">
        <Button component={Link} to={`/devices/profile/${device_id}`}>
          {t('devices.place.open')}
        </Button>
        <NewPlaceLink company_id={company_id} />
        <NewPlaceLink />
      </Group>
    </Stack>
  )
}

function FirstReport({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  return (
    <>
      {device.last_record_date !== null ? (
        <Group gap="sm">
          <RelativeTime at={device.last_record_date} size="sm" />
          <LevelBadge
            level={shownLevelOf(device.level, device.ports)}
            isEstimated={device.level_source === 'estimated'}
          />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('devices.place.waiting_help', { count: Number(device.upload_interval) })}
        </Text>
      )}
    </>
  )
}

function Where({ device }: { device: DeviceRow }) {
  const { company_id, site_id, company_title, site_title } = device
  return (
    <Text size="sm" c="dimmed">
      <Anchor component={Link} to={`/customers/profile/${company_id}`} inherit>
        {company_title}
      </Anchor>
      {site_id !== null && (
        <>
          {' · '}
          <Anchor component={Link} to={`/site/${site_id}`} inherit>
            {site_title}
          </Anchor>
        </>
      )}
      {' · '}
      {device.public_id}
    </Text>
  )
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {isDone ? (
        <IconCircleCheck
          size={24}
          color="var(--mantine-color-fine-text)"
          aria-hidden
          style={{ flex: 'none' }}
        />
      ) : (
        <Loader size={24} style={{ flex: 'none' }} />
      )}
      <Stack gap={4} miw={0}>
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Group>
  )
}
