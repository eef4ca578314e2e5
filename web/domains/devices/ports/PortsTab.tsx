import { Button, Group, Paper, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PortForm } from './PortForm.tsx'
import { PortHistory } from './PortHistory.tsx'
import { type Port, usePorts } from './usePorts.ts'

/** The ports of the device, each with its tank. */
export function PortsTab({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const { data: ports, isError, error, refetch } = usePorts(device.device_id)
  const [params, setParams] = useSearchParams()
  const chosen = params.get('port')
  const choose = (port: number | 'new' | null) =>
    setParams({ tab: 'ports', ...(port !== null && { port: String(port) }) }, { replace: true })
  if (isError && !ports) return <ErrorState error={error} onRetry={refetch} />
  if (!ports) return <Skeleton h={360} radius="lg" />
  const used = ports.map(({ port_number }) => port_number)
  const free = Array.from({ length: 64 }, (_, index) => index + 1).find((number) => !used.includes(number))
  const isNew = chosen === 'new'
  const port = isNew ? null : (ports.find((item) => String(item.port_number) === chosen) ?? ports[0] ?? null)
  return (
    <Stack gap="md">
      <Group gap="sm">
        {ports.length > 0 && <PortChoice ports={ports} chosen={port} onChoose={choose} />}
        {mayChange && !isNew && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => choose('new')}>
            {t('devices.ports.add')}
          </Button>
        )}
      </Group>
      {!port && !isNew && (
        <Paper>
          <EmptyState
            Icon={IconPlugConnected}
            title={t('devices.ports.none')}
            help={t('devices.ports.none_help')}
          />
        </Paper>
      )}
      {(port || isNew) && (
        <PortForm
          key={port?.device_ports_id ?? 'new'}
          device_id={device.device_id}
          port={port}
          firstFree={free ?? 1}
          onSaved={choose}
          onGone={() => choose(null)}
        />
      )}
      {port && (
        <PortHistory
          key={`history${port.device_ports_id}`}
          device_id={device.device_id}
          device_ports_id={port.device_ports_id}
        />
      )}
    </Stack>
  )
}

interface PortChoiceProps {
  ports: readonly Port[]
  /** Null while a new one is entered. */
  chosen: Port | null
  onChoose: (port: number) => void
}

function PortChoice({ ports, chosen, onChoose }: PortChoiceProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('records.device_ports.label')}
      value={chosen ? String(chosen.port_number) : ''}
      onChange={(number) => onChoose(Number(number))}
      data={ports.map(({ port_number, product_title }) => ({
        value: String(port_number),
        label: [t('telemetry.port', { port: port_number }), product_title].filter(Boolean).join(' · '),
      }))}
    />
  )
}
