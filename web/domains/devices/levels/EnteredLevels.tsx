import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { EnterLevelForm } from './EnterLevelForm.tsx'
import { useChangeLevels, useEnteredLevels } from './useEnteredLevels.ts'

const MAX_SHOWN = 5

/** Entered levels of a tank without a sensor, or with a silent one, by people and deliveries. */
export function EnteredLevels({ tank, device_id }: { tank: PortSummary; device_id: number }) {
  const { t } = useTranslation()
  const { instant, quantity, apart } = useFormat()
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
      {levels.slice(0, MAX_SHOWN).map(({ entered_level_id, at, source, percent, volume, unit, note }) => (
        <Group key={entered_level_id} gap="xs" justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {[
              apart(instant(at)),
              percent === null ? quantity(volume, unit, 0) : quantity(percent, '%', 0),
              t(`telemetry.told_by.${source}`),
              note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {mayChange && (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('devices.enter_level.remove', { at: instant(at) })}
              loading={remove.isPending && remove.variables === entered_level_id}
              onClick={() => remove.mutate(entered_level_id)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('devices.enter_level.open')}
        closeButtonProps={{ 'aria-label': t('resources.close') }}
      >
        <EnterLevelForm tank={tank} device_id={device_id} onDone={() => setIsOpen(false)} />
      </Modal>
    </Stack>
  )
}
