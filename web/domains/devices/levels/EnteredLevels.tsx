import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EnterLevelForm } from './EnterLevelForm.tsx'
import { useChangeLevels, useEnteredLevels } from './useEnteredLevels.ts'

const MAX_SHOWN = 5

interface EnteredLevelsProps {
  tank: PortSummary
  device_id: number
  /** Time zone of the place, in which times are shown. */
  time_zone: string
}

/** Entered levels of a tank without a sensor, or with a silent one, by people and deliveries. */
export function EnteredLevels({ tank, device_id, time_zone }: EnteredLevelsProps) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const [isOpen, setIsOpen] = useState(false)
  const ids = { device_id, device_ports_id: tank.device_ports_id }
  const { data: levels = [] } = useEnteredLevels(ids)
  const { remove } = useChangeLevels(ids)
  const isMeasured = tank.told_by === 'sensor' && tank.level_source === 'measured' && tank.percent !== null
  const mayEnter = mayChange && !isMeasured
  if (levels.length === 0 && !mayEnter) return null
  return (
    <Stack gap={4}>
      {mayEnter && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} />}
          onClick={() => setIsOpen(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('devices.enter_level.open')}
        </Button>
      )}
      {levels.slice(0, MAX_SHOWN).map((level) => (
        <LevelLine
          key={level.entered_level_id}
          level={level}
          time_zone={time_zone}
          isRemoving={remove.isPending && remove.variables === level.entered_level_id}
          onRemove={mayChange ? () => remove.mutate(level.entered_level_id) : undefined}
        />
      ))}
      <EnterDialog {...{ tank, device_id, isOpen }} onClose={() => setIsOpen(false)} />
    </Stack>
  )
}

interface EnterDialogProps {
  tank: PortSummary
  device_id: number
  isOpen: boolean
  onClose: () => void
}

function EnterDialog({ tank, device_id, isOpen, onClose }: EnterDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('devices.enter_level.open')}>
      <EnterLevelForm tank={tank} device_id={device_id} onDone={onClose} />
    </Dialog>
  )
}

interface LevelLineProps {
  level: NonNullable<ReturnType<typeof useEnteredLevels>['data']>[number]
  time_zone: string
  isRemoving: boolean
  onRemove: (() => void) | undefined
}

function LevelLine({ level, time_zone, isRemoving, onRemove }: LevelLineProps) {
  const { t } = useTranslation()
  const { instantAt, quantity, apart } = useFormat()
  const { at, source, percent, volume, unit, note } = level
  const when = instantAt(at, time_zone)
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="xs" c="dimmed">
        {[
          apart(when),
          percent === null ? quantity(volume, unit, 0) : quantity(percent, '%', 0),
          t(`telemetry.told_by.${source}`),
          note,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {onRemove && (
        <ActionIcon
          size="sm"
          aria-label={t('devices.enter_level.remove', { at: when })}
          loading={isRemoving}
          onClick={onRemove}
        >
          <IconTrash size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}
