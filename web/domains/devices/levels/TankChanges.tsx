import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { ReportedTankChange } from '#core/domains/telemetry/reportedChange.ts'
import { dateFormat, type Reader } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import { TankChangeForm } from './TankChangeForm.tsx'
import { type OfPort, useEditTankChanges, useTankChanges } from './useTankChanges.ts'

const MAX_SHOWN = 5

interface TankChangesProps {
  tank: PortSummary
  device_id: number
  /** Time zone of the place, in which times are shown. */
  time_zone: string
}

/** Deliveries and sudden losses of a tank, newest first. Users who may change the device can state the cause of a rise. */
export function TankChanges({ tank, device_id, time_zone }: TankChangesProps) {
  const { t } = useTranslation()
  const mayEdit = useMay()('devices.update')
  const [edited, setEdited] = useState<ReportedTankChange | 'added' | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const ids = { device_id, device_ports_id: tank.device_ports_id }
  const { data: changes = [] } = useTankChanges(ids, tank.reading_at)
  // A tank without a known level has no changes to show.
  if (changes.length === 0 && (!mayEdit || tank.percent === null)) return null
  return (
    <Stack gap={6} component="section" mt="md" aria-label={t('devices.changes.title')}>
      <Group justify="space-between" gap="xs">
        <Title order={3}>{t('devices.changes.title')}</Title>
        {mayEdit && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEdited('added')}
          >
            {t('devices.changes.add')}
          </Button>
        )}
      </Group>
      {changes.slice(0, isWhole ? undefined : MAX_SHOWN).map((change) => (
        <ChangeLine
          key={`${change.tank_change_id} ${change.told_change_id}`}
          {...{ change, ids, time_zone, mayEdit }}
          onEdit={() => setEdited(change)}
        />
      ))}
      {changes.length > MAX_SHOWN && !isWhole && (
        <Button size="compact-xs" variant="subtle" onClick={() => setIsWhole(true)}>
          {t('devices.changes.more', { count: changes.length - MAX_SHOWN })}
        </Button>
      )}
      <ChangeDialog {...{ tank, ids, edited }} onClose={() => setEdited(null)} />
    </Stack>
  )
}

interface ChangeDialogProps {
  tank: PortSummary
  ids: OfPort
  edited: ReportedTankChange | 'added' | null
  onClose: () => void
}

function ChangeDialog({ tank, ids, edited, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={edited !== null}
      onClose={onClose}
      title={t(edited === 'added' ? 'devices.changes.add' : 'devices.changes.tell')}
    >
      {edited && (
        <TankChangeForm
          ids={ids}
          unit={tank.volume_unit}
          change={edited === 'added' ? null : edited}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}

interface ChangeLineProps {
  change: ReportedTankChange
  ids: { device_id: number; device_ports_id: number }
  time_zone: string
  mayEdit: boolean
  onEdit: () => void
}

function ChangeLine({ change, ids, time_zone, mayEdit, onEdit }: ChangeLineProps) {
  const { t } = useTranslation()
  const { language, timeZone, quantity, apart } = useFormat()
  const { kind, started_at, ended_at, volume, measured_volume, unit, verdict } = change
  const isCorrected = measured_volume !== null && Math.round(measured_volume) !== Math.round(volume)
  const about = [
    change.told_by && t('devices.changes.told_by', { name: change.told_by }),
    measured_volume === null && t('devices.changes.not_seen'),
    isCorrected && t('devices.changes.measured', { volume: quantity(measured_volume, unit, 0) }),
    change.note,
  ].filter(Boolean)
  // The readings before and after it: the exact hour between them is unknown.
  const when = apart(formatSpanAt(started_at, ended_at, { language, timeZone }, time_zone))
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0}>
        {apart(`${when} · ${t(`telemetry.chart.${verdict ?? kind}`)} · ${quantity(volume, unit, 0)}`)}
        {about.length > 0 && (
          <Text span size="xs" c="dimmed" display="block">
            {about.join(' · ')}
          </Text>
        )}
      </Text>
      {mayEdit && <ChangeActions {...{ change, ids, when, onEdit }} />}
    </Group>
  )
}

/** From one instant to another as `formatInstantAt` shows them; their common parts only once. */
function formatSpanAt(from: string, to: string, reader: Reader, zone: string): string {
  const format = dateFormat(reader.language, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: zone,
    ...(zone !== reader.timeZone && { timeZoneName: 'short' }),
  })
  return format.formatRange(new Date(from), new Date(to))
}

function ChangeActions({
  change,
  ids,
  when,
  onEdit,
}: Omit<ChangeLineProps, 'mayEdit' | 'time_zone'> & { when: string }) {
  const { t } = useTranslation()
  const { takeBack } = useEditTankChanges(ids)
  const { tank_change_id, told_change_id, kind } = change
  return (
    <Group gap={4} wrap="nowrap">
      {kind === 'fill' && tank_change_id !== null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('devices.changes.tell_of', { at: when })}
          onClick={onEdit}
        >
          {t('devices.changes.tell')}
        </Button>
      )}
      {told_change_id !== null && (
        <Hint label={t('devices.changes.take_back')}>
          <ActionIcon
            size="sm"
            aria-label={t('devices.changes.take_back_of', { at: when })}
            loading={takeBack.isPending}
            onClick={() => takeBack.mutate(told_change_id)}
          >
            <IconArrowBackUp size={14} />
          </ActionIcon>
        </Hint>
      )}
    </Group>
  )
}
