import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { COLUMN_NAMES, type ColumnName, columnOf } from './deviceColumns.tsx'

interface ColumnChoiceProps {
  chosen: readonly ColumnName[]
  onChange: (columns: ColumnName[]) => void
}

/** Which columns the list has; remembered. */
export function ColumnChoice({ chosen, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation()
  const label = t('devices.columns')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} visibleFrom="sm">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {COLUMN_NAMES.filter((name) => name !== 'device').map((name) => (
            <Checkbox
              key={name}
              label={t(columnOf(name).text)}
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
