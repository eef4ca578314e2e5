import { ActionIcon, Button, Checkbox, Group, ScrollArea, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Resource } from '#core/resources/definition.ts'
import { distinctLabels } from '#core/resources/fields/distinctLabels.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { columnOf, type ListKind } from './listKind.ts'
import { DENSITIES, type ListAppearance } from './useListAppearance.ts'

export interface ListAppearanceProps {
  resource: Resource
  kind: ListKind | undefined
  appearance: ListAppearance
}

/** The choices of how a list looks: fetched when its menu opens. */
export function ListAppearanceChoices({ resource, kind, appearance }: ListAppearanceProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {t('resources.density')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('resources.density')}
        data={DENSITIES.map((value) => ({ value, label: t(`resources.densities.${value}`) }))}
        value={appearance.density}
        onChange={(value) => appearance.setDensity(value)}
      />
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('resources.columns')}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={appearance.reset}>
          {t('resources.standard_columns')}
        </Button>
      </Group>
      <ColumnChoices {...{ resource, kind, appearance }} />
    </Stack>
  )
}

function ColumnChoices({ resource, kind, appearance }: ListAppearanceProps) {
  const { t } = useTranslation()
  const hidden = appearance.candidates.filter((name) => !appearance.columns.includes(name))
  const names = [...appearance.columns, ...hidden]
  const labels = distinctLabels(
    resource,
    names,
    (name) => t(columnOf(resource, kind, name).text),
    (section) => t(`records.${resource.name}.sections.${section}`),
  )
  return (
    <ScrollArea.Autosize mah={320} type="auto">
      <Stack gap={4}>
        {names.map((name, index) => (
          <ColumnChoice key={name} {...{ name, appearance }} label={itemAt(labels, index)} />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

interface ColumnChoiceProps {
  name: string
  label: string
  appearance: ListAppearance
}

function ColumnChoice({ name, label, appearance }: ColumnChoiceProps) {
  const { t } = useTranslation()
  const { columns, setColumns } = appearance
  const place = columns.indexOf(name)
  const isShown = place >= 0
  const move = (step: -1 | 1) => {
    const others = columns.filter((other) => other !== name)
    setColumns([...others.slice(0, place + step), name, ...others.slice(place + step)])
  }
  return (
    <Group justify="space-between" wrap="nowrap" mih={28} pe="sm">
      <Checkbox
        label={label}
        checked={isShown}
        disabled={isShown && columns.length === 1}
        onChange={() => setColumns(isShown ? columns.filter((other) => other !== name) : [...columns, name])}
      />
      {isShown && (
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            size="sm"
            aria-label={t('resources.move_up', { column: label })}
            disabled={place === 0}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t('resources.move_down', { column: label })}
            disabled={place === columns.length - 1}
            onClick={() => move(1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
