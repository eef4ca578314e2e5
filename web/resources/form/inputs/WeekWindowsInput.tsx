import { ActionIcon, Button, Fieldset, Group, Input, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react'
import { weekdayNames } from '#core/platform/time/weekdayNames.ts'
import { type WeekWindow, windowOrder } from '#core/platform/time/weekWindows.ts'
import type { WeekWindowsField } from '#core/resources/kinds/listKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { InputProps } from './inputProps.ts'
import styles from './WeekWindowsInput.module.css'

/** The initial hours of a week, as at most places. */
const DEFAULTS: readonly WeekWindow[] = [1, 2, 3, 4, 5].map((day) => ({ to: '17:00', day, from: '07:00' }))
const WORKING_DAYS = [1, 2, 3, 4, 5]

/** The hours of a week, day by day; none means any time, unless the field is required. */
export function WeekWindowsInput({
  shared,
  field,
  value,
  set,
}: InputProps<WeekWindowsField, WeekWindow[] | '' | null>) {
  const { t } = useTranslation()
  const windows = value || []
  const isLimited = field.required === true || windows.length > 0
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
        <Days
          windows={windows}
          none={t(field.required ? 'resources.windows.none' : 'resources.windows.closed')}
          onChange={(next) => set(next.length === 0 ? null : next)}
        />
      )}
      {shared.error && <Input.Error mt="xs">{shared.error}</Input.Error>}
    </Fieldset>
  )
}

interface DaysProps {
  windows: readonly WeekWindow[]
  /** Text of a day without windows. */
  none: string
  onChange: (windows: readonly WeekWindow[]) => void
}

function Days({ windows, none, onChange }: DaysProps) {
  const { i18n } = useTranslation()
  const names = weekdayNames(i18n.language, 'long')
  return (
    <Stack gap="xs" mt="sm">
      {names.map((name, index) => (
        <DayRow
          key={name}
          {...{ name, windows, none }}
          day={index + 1}
          onChange={(ofDay) =>
            onChange([...windows.filter(({ day }) => day !== index + 1), ...ofDay].sort(windowOrder))
          }
          onCopy={(ofDay) =>
            onChange([
              ...windows.filter(({ day }) => !WORKING_DAYS.includes(day)),
              ...WORKING_DAYS.flatMap((day) => ofDay.map((item) => ({ ...item, day }))),
            ])
          }
        />
      ))}
    </Stack>
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
  const own = windows.filter((window) => window.day === day)
  const change = (at: number, part: Partial<WeekWindow>) =>
    onChange(own.map((item, index) => (index === at ? { ...item, ...part } : item)))
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
        {own.map((item, at) => (
          <WindowRow
            key={at}
            day={name}
            of={item}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(own.filter((_, index) => index !== at))}
          />
        ))}
        <DayActions
          name={name}
          onAdd={() => onChange([...own, nextWindow(day, own)])}
          onCopy={day === 1 && own.length > 0 ? () => onCopy(own) : undefined}
        />
      </Group>
    </div>
  )
}

function DayActions({
  name,
  onAdd,
  onCopy,
}: {
  name: string
  onAdd: () => void
  onCopy: (() => void) | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        aria-label={t('resources.windows.add_on', { day: name })}
        onClick={onAdd}
      >
        {t('resources.windows.add')}
      </Button>
      {onCopy && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconCopy size={14} />} onClick={onCopy}>
          {t('resources.windows.copy')}
        </Button>
      )}
    </>
  )
}

interface WindowRowProps {
  /** The name of the day. */
  day: string
  of: WeekWindow
  onChange: (part: Partial<WeekWindow>) => void
  onRemove: () => void
}

function WindowRow({ day, of: { from, to }, onChange, onRemove }: WindowRowProps) {
  const { t } = useTranslation()
  return (
    <Group gap={4} wrap="nowrap">
      <Hour
        label={t('resources.windows.from', { day })}
        value={from}
        onChange={(next) => onChange({ from: next })}
      />
      <span aria-hidden>–</span>
      <Hour
        label={t('resources.windows.to', { day })}
        // A day ends at midnight, which an input of the browser calls 00:00.
        value={to === '24:00' ? '00:00' : to}
        onChange={(next) => onChange({ to: next === '00:00' ? '24:00' : next })}
      />
      <ActionIcon aria-label={t('resources.windows.remove', { day })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
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
