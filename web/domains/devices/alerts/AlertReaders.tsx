import { ActionIcon, Anchor, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import styles from './AlertReaders.module.css'
import {
  type AlertReader,
  useAlertReaders,
  usePossibleAlertReaders,
  useRemoveAlertReader,
  useSetAlertReader,
} from './useAlertReaders.ts'

/** The recipients of a device's alerts, with channel and minimum level. */
export function AlertReaders({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const { device_id } = device
  const { data, isError, error, refetch } = useAlertReaders(device_id)
  return (
    <WidgetPanel title={t('devices.readers.title')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={64} />}
      {data && (
        <Stack gap="sm">
          {data.alert_readers.length + data.others === 0 && (
            <Text size="sm" c="urgent">
              {t('devices.readers.nobody')}
            </Text>
          )}
          {/* First: a key or a finger would have to pass the whole list. */}
          <AddReader device_id={device_id} />
          {data.alert_readers.map((reader) => (
            <Reader key={reader.people_id} reader={reader} device={device} />
          ))}
          {data.others > 0 && (
            <Text size="sm" c="dimmed">
              {t('devices.readers.others', { count: data.others })}
            </Text>
          )}
        </Stack>
      )}
    </WidgetPanel>
  )
}

function Reader({ reader, device }: { reader: AlertReader; device: DeviceRow }) {
  const { t } = useTranslation()
  const levels = useLevelTexts(device)
  const way = useWayText()
  const { people_id, name, company_title, by_mail, from_level, hears_of_batteries, may_change } = reader
  return (
    <div className={styles.reader}>
      <div className={styles.who}>
        <Anchor component={Link} to={`/people/profile/${people_id}`} size="sm" fw={600}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {[
            <bdi key="company">{company_title}</bdi>,
            ...(may_change ? [] : [way(by_mail), levels[from_level]]),
            hears_of_batteries && t('devices.readers.batteries'),
          ]
            .filter(Boolean)
            .flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}
        </Text>
      </div>
      {may_change && <Choices reader={reader} levels={levels} device_id={device.device_id} />}
    </div>
  )
}

interface ChoicesProps {
  reader: AlertReader
  levels: ReturnType<typeof useLevelTexts>
  device_id: number
}

/** How a person is notified, and from which level on. */
function Choices({ reader, levels, device_id }: ChoicesProps) {
  const { t } = useTranslation()
  const way = useWayText()
  const { change, isBusy, isRemoving, remove } = useReaderChanges(reader, device_id)
  const { name, by_mail, from_level } = reader
  return (
    <div className={styles.choices}>
      <NativeSelect
        size="sm"
        aria-label={t('devices.readers.way_of', { name })}
        disabled={isBusy}
        value={by_mail ? 'mail' : 'product'}
        data={[
          { value: 'mail', label: way(true) },
          { value: 'product', label: way(false) },
        ]}
        onChange={({ currentTarget: { value } }) => change({ by_mail: value === 'mail' })}
      />
      <ChoiceSelect
        size="sm"
        aria-label={t('devices.readers.level_of', { name })}
        disabled={isBusy}
        value={from_level}
        data={(['mild', 'urgent'] as const).map((value) => ({ value, label: levels[value] }))}
        onChange={(level) => change({ from_level: level })}
      />
      <ActionIcon
        size="lg"
        loading={isRemoving}
        aria-label={t('devices.readers.remove', { name })}
        onClick={remove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function useReaderChanges(reader: AlertReader, device_id: number) {
  const { people_id, by_mail, from_level } = reader
  const set = useSetAlertReader(device_id)
  const remove = useRemoveAlertReader(device_id)
  const change = (changes: Partial<AlertReader>) => set.mutate({ people_id, by_mail, from_level, ...changes })
  const isBusy = set.isPending || remove.isPending
  return {
    change,
    isBusy,
    isRemoving: remove.isPending,
    remove: () => remove.mutate(people_id),
  }
}

/** Choosing a person suffices: they get mail from the first level on, which can be changed next to their name. */
function AddReader({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const { data = [] } = usePossibleAlertReaders(device_id)
  const set = useSetAlertReader(device_id)
  if (data.length === 0) return null
  return (
    <SelectInput
      aria-label={t('devices.readers.add')}
      placeholder={t('devices.readers.add')}
      searchable
      disabled={set.isPending}
      maw={420}
      data={data.map(({ people_id, name, company_title }) => ({
        value: String(people_id),
        label: `${name} · ${company_title}`,
      }))}
      value={null}
      onChange={(id) => {
        if (id !== null) set.mutate({ people_id: Number(id), by_mail: true, from_level: 'mild' })
      }}
    />
  )
}

/** The levels with their percentages, if all tanks of the device have the same. */
function useLevelTexts({ ports }: Pick<DeviceRow, 'ports'>): Record<AlertReader['from_level'], string> {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const text = (level: AlertReader['from_level'], name: 'reorder_yellow' | 'reorder_red') => {
    const limits = new Set(ports.map((port) => port[name]))
    const [limit] = limits
    return limits.size === 1 && limit != null
      ? t(`devices.readers.${level}_under`, { limit: quantity(Number(limit), '%', 0) })
      : t(`devices.readers.${level}`)
  }
  return { mild: text('mild', 'reorder_yellow'), urgent: text('urgent', 'reorder_red') }
}

function useWayText() {
  const { t } = useTranslation()
  return (isByMail: boolean) => t(isByMail ? 'devices.readers.by_mail' : 'devices.readers.in_product')
}
