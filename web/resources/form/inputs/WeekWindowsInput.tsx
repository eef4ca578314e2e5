import { ActionIcon, Button, Fieldset, Group, Input, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { weekdayNames } from '#core/platform/time/weekdayNames.ts'
import { type WeekWindow, windowOrder } from '#core/platform/time/weekWindows.ts'
import type { WeekWindowsField } from '#core/resources/kinds/listKinds.ts'
import type { InputProps } from './inputProps.ts'
import styles from './WeekWindowsInput.module.css'

/** The initial hours of a week: those of most places. */
const DEFAULTS: readonly WeekWindow[] = [1, 2, 3, 4, 5].map((day) => ({ to: '17:00', day, from: '07:00' }))
const WORKING_DAYS = [1, 2, 3, 4, 5]

/** The hours of a week, day by day; none means any time, unless the field is required. */
export function WeekWindowsInput({
  shared,
  field,
  value,
  set,
}: InputProps<WeekWindowsField, WeekWindow[] | '' | null>) {
  const { t, i18n } = useTranslation()
  const windows = value || []
  const names = weekdayNames(i18n.language, 'long')
  const isLimited = field.required === true || windows.length > 0
  const replace = (next: readonly WeekWindow[]) => set(next.length === 0 ? null : next)
  return (
    <Fieldset
      variant="unstyled"
      legend={shared.label}
      className={styles.windows}
      disabled={shared.disabled}
      data-field={shared['data-field']}
    >
      {shared.description && <Input.Description mb="xs">{shared.description}</Input.Description>}
      {!field.required && (
        <Switch
          label={t('resources.windows.certain_hours')}
          checked={isLimited}
          onChange={(event) => set(event.currentTarget.checked ? DEFAULTS : null)}
        />
      )}
      {isLimited && (
        <Stack gap="xs" mt="sm">
          {names.map((name, at) => (
            <DayRow
              key={name}
              {...{ name, windows }}
              none={t(field.required ? 'resources.windows.none' : 'resources.windows.closed')}
              day={at + 1}
              onChange={(ofDay) =>
                replace([...windows.filter(({ day }) => day !== at + 1), ...ofDay].sort(windowOrder))
              }
              onCopy={(ofDay) =>
                replace([
                  ...windows.filter(({ day }) => !WORKING_DAYS.includes(day)),
                  ...WORKING_DAYS.flatMap((day) => ofDay.map((one) => ({ ...one, day }))),
                ])
              }
            />
          ))}
        </Stack>
      )}
      {shared.error && <Input.Error mt="xs">{shared.error}</Input.Error>}
    </Fieldset>
  )
}

interface DayRowProps {
  name: string
  day: number
  windows: readonly WeekWindow[]
  /** Shown on a day without a window. */
  none: string
  onChange: (ofDay: WeekWindow[]) => void
  onCopy: (ofDay: readonly WeekWindow[]) => void
}

/** One day with its windows. */
function DayRow({ name, day, windows, none, onChange, onCopy }: DayRowProps) {
  const { t } = useTranslation()
  const own = windows.filter((one) => one.day === day)
  const change = (at: number, part: Partial<WeekWindow>) =>
    onChange(own.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <div className={styles.day}>
      <Text size="sm" className={styles.name}>
        {name}
      </Text>
      <Group gap="xs" className={styles.hours}>
        {own.length === 0 && (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        )}
        {own.map(({ from, to }, at) => (
          <Group key={at} gap={4} wrap="nowrap">
            <Hour
              label={t('resources.windows.from', { day: name })}
              value={from}
              onChange={(next) => change(at, { from: next })}
            />
            <span aria-hidden>–</span>
            <Hour
              label={t('resources.windows.to', { day: name })}
              // A day ends at midnight, which an input of the browser calls 00:00.
              value={to === '24:00' ? '00:00' : to}
              onChange={(next) => change(at, { to: next === '00:00' ? '24:00' : next })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('resources.windows.remove', { day: name })}
              onClick={() => onChange(own.filter((_, index) => index !== at))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          aria-label={t('resources.windows.add_on', { day: name })}
          onClick={() => onChange([...own, nextWindow(day, own)])}
        >
          {t('resources.windows.add')}
        </Button>
        {day === 1 && own.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconCopy size={14} />}
            onClick={() => onCopy(own)}
          >
            {t('resources.windows.copy')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function Hour({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (next: string) => void
}) {
  return (
    <TextInput
      type="time"
      size="xs"
      aria-label={label}
      value={value}
      onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
    />
  )
}

/** The default for another window: after the last one, within the day. */
function nextWindow(day: number, own: readonly WeekWindow[]): WeekWindow {
  const last = own.at(-1)
  if (!last) return { to: '17:00', day, from: '07:00' }
  return last.to < '13:00' ? { to: '17:00', day, from: '13:00' } : { to: '24:00', day, from: last.to }
}
