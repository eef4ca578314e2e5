import { Button, CloseButton, Group, Indicator, Pill, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceListView, FILTER_NAMES } from './useDeviceListView.ts'
import { useFilterChoices } from './useFilterChoices.ts'

/** Search as one types, and the filters: what is chosen stands beside it as chips that can be taken off. */
export function DeviceFilters({ view }: { view: DeviceListView }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const choices = useFilterChoices(isOpen || Object.keys(view.filters).length > 0)
  const chosen = FILTER_NAMES.filter((name) => view.filters[name])
  return (
    <Group gap="xs" flex="1 1 18rem" miw={0}>
      <SearchField view={view} />
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" trapFocus width={280}>
        <Indicator disabled={chosen.length === 0} label={chosen.length} size={16}>
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconFilter size={16} />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('devices.filter')}
            </Button>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown>
          <Stack gap="sm">
            {FILTER_NAMES.map((name) => (
              <Select
                key={name}
                label={t(choices[name].text)}
                data={choices[name].options}
                value={view.filters[name] ?? null}
                placeholder={t(name === 'status' ? 'devices.active' : 'devices.any')}
                onChange={(value) => view.change({ [name]: value })}
                clearable
                searchable={choices[name].options.length > 8}
                comboboxProps={{ withinPortal: false }}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {chosen.map((name) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => view.change({ [name]: null })}
          removeButtonProps={{
            'aria-label': t('devices.take_off_filter', { filter: t(choices[name].text) }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {`${t(choices[name].text)}: ${labelOf(choices[name].options, view.filters[name]!)}`}
        </Pill>
      ))}
    </Group>
  )
}

function labelOf(options: readonly { value: string; label: string }[], value: string): string {
  return value
    .split(',')
    .map((one) => options.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}

function SearchField({ view }: { view: DeviceListView }) {
  const { t } = useTranslation()
  const [text, setText] = useState(view.search)
  const search = useDebouncedCallback((value: string) => view.change({ search: value.trim() || null }), 250)
  useEffect(() => setText(view.search), [view.search])
  return (
    <TextInput
      type="search"
      aria-label={t('devices.search')}
      placeholder={t('devices.search')}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t('devices.clear_search')}
            onClick={() => {
              setText('')
              view.change({ search: null })
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      flex="1 1 10rem"
      maw={280}
    />
  )
}
