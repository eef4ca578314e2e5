import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { MoreFilesProps } from '#web/resources/list/listKind.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const DAYS = 30
const FORMATS = ['csv', 'parquet'] as const
type Format = (typeof FORMATS)[number]

/** Saves the readings of the devices that a list finds: a period by the calendar of the browser, and a format. */
export function ReadingsDialog({ listQuery, onClose }: MoreFilesProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useFileDownload()
  const [from, setFrom] = useState(() => dayAgo(DAYS - 1))
  const [to, setTo] = useState(() => dayAgo(0))
  const [format, setFormat] = useState<Format>('csv')
  const isValid = from !== '' && to !== '' && from <= to
  const save = () => {
    const period = { from: midnight(from, 0), to: midnight(to, 1) }
    const query = new URLSearchParams({ ...listQuery, ...period, format })
    mutate({ path: `/devices/readings?${query}`, fallback: `readings.${format}` }, { onSuccess: onClose })
  }
  return (
    <Dialog onClose={onClose} title={t('devices.readings.label')}>
      <Stack>
        <Period from={from} to={to} onFrom={setFrom} onTo={setTo} />
        <FormatChoice format={format} onChange={setFormat} />
        <Group justify="end">
          <Button onClick={save} loading={isPending} disabled={!isValid}>
            {t('devices.readings.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group label={t('devices.readings.format')} value={format} onChange={(value) => onChange(value)}>
      <Stack gap="xs" mt="xs">
        {FORMATS.map((item) => (
          <Radio key={item} value={item} label={t(`devices.readings.formats.${item}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface PeriodProps {
  from: string
  to: string
  onFrom: (day: string) => void
  onTo: (day: string) => void
}

function Period({ from, to, onFrom, onTo }: PeriodProps) {
  const { t } = useTranslation()
  return (
    <Group grow align="start">
      <TextInput
        type="date"
        label={t('devices.readings.from')}
        value={from}
        onChange={({ currentTarget }) => onFrom(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('devices.readings.to')}
        value={to}
        onChange={({ currentTarget }) => onTo(currentTarget.value)}
        error={from !== '' && to !== '' && from > to && t('devices.readings.ends_before')}
      />
    </Group>
  )
}

function dayAgo(days: number): string {
  const now = new Date()
  return calendarDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - days))
}

/** The beginning of a day in the zone of the browser, some days later. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
