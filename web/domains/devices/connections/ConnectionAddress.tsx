import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { connections } from '#core/domains/telemetry/connections/connections.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { useChangeConnection } from './useConnection.ts'

/** The secret address of a connection: when it was created, and a new one, shown once. */
export function ConnectionAddress({ record }: { record: ShownRecord<typeof connections> }) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const { makeAddress } = useChangeConnection(Number(record.connection_id))
  const made = record.address_made_at == null ? null : String(record.address_made_at)
  const topic = record.mqtt_topic ?? null
  return (
    <Paper p="md">
      <Group justify="space-between">
        <div>
          <Title order={2}>{t('devices.connections.address')}</Title>
          <State made={made} topic={topic} />
        </div>
        {mayChange && record.active === 1 && (
          <MakeButton
            isFirst={!made}
            isProminent={!made && !topic}
            isBusy={makeAddress.isPending}
            onMake={() => makeAddress.mutate()}
          />
        )}
      </Group>
      <ShownOnce
        title={t('devices.connections.address_shown_once')}
        help={t('devices.connections.address_help')}
        secret={makeAddress.data?.address ?? ''}
        onClose={makeAddress.reset}
      />
    </Paper>
  )
}

interface MakeButtonProps {
  isFirst: boolean
  isProminent: boolean
  isBusy: boolean
  onMake: () => void
}

/** Creates the address; a new one replaces the current one, so it asks for confirmation first. */
function MakeButton({ isFirst, isProminent, isBusy, onMake }: MakeButtonProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title: t('devices.connections.new_address'),
      why: t('devices.connections.address_warning'),
      onConfirm: onMake,
    })
  return (
    <Button
      variant={isProminent ? 'filled' : 'default'}
      leftSection={<IconKey size={16} />}
      loading={isBusy}
      onClick={isFirst ? onMake : ask}
    >
      {t(isFirst ? 'devices.connections.first_address' : 'devices.connections.new_address')}
    </Button>
  )
}

function State({ made, topic }: { made: string | null; topic: string | null }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (
    <>
      {topic && (
        <Text size="sm" c="dimmed">
          {t('devices.connections.by_mqtt', { topic })}
        </Text>
      )}
      {(made || !topic) && (
        <Text size="sm" c="dimmed">
          {made
            ? t('devices.connections.address_since', { at: instant(made) })
            : t('devices.connections.address_missing')}
        </Text>
      )}
    </>
  )
}
