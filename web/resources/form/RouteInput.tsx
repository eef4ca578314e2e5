import { Autocomplete, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useScreenChoices } from '../screenChoices.ts'

interface RouteInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  value: string
  set: (value: string) => void
}

/** The address of a screen: chosen by its name, or typed with what a list shall show. */
export function RouteInput({ shared, value, set }: RouteInputProps) {
  const { t } = useTranslation()
  const screens = useScreenChoices()
  const titleOf = (path: string) => {
    const title = screens.find((one) => one.path === path)?.title
    return title ? t(title) : ''
  }
  return (
    <Autocomplete
      {...shared}
      spellCheck={false}
      dir={value ? 'ltr' : undefined}
      data={screens.map(({ path }) => path)}
      value={value}
      onChange={set}
      filter={({ options, search }) => {
        const words = search.trim().toLowerCase()
        return options.filter(
          (option) =>
            'value' in option && `${option.value} ${titleOf(option.value)}`.toLowerCase().includes(words),
        )
      }}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="xs" w="100%">
          <span>{titleOf(option.value)}</span>
          <Text size="xs" c="dimmed" dir="ltr">
            {option.value}
          </Text>
        </Group>
      )}
    />
  )
}
