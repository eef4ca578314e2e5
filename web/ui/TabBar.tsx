import { Button, Group, Menu, ScrollArea, Tabs } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface TabName {
  name: string
  label: string
  icon?: ReactNode
  /** It is in the menu after the others while it is not open. */
  isRare?: boolean | undefined
}

interface TabBarProps {
  tabs: readonly TabName[]
  open: string
  /** Opens a tab from the menu. */
  onOpen: (name: string) => void
}

/** Tabs of a phone's line; the others are under "More". */
const PHONE_TABS = 3

/** The tabs of a screen in one line, on a phone the first ones; a line that is too long scrolls, and the open tab is visible. */
export function TabBar({ tabs, open, onOpen }: TabBarProps) {
  const line = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const shown = tabs.filter(
    ({ name, isRare }, index) => name === open || !(isRare || (isPhone && index >= PHONE_TABS)),
  )
  const rare = tabs.filter((tab) => !shown.includes(tab))
  const place = shown.findIndex(({ name }) => name === open)
  useEffect(() => {
    const tab = line.current?.querySelectorAll('[role="tab"]')[place]
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return (
    <Group gap={0} wrap="nowrap" mb={{ base: 'xs', sm: 'md' }}>
      <ScrollArea type="never" viewportRef={line} style={{ minWidth: 0 }}>
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          {shown.map(({ name, label, icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={!isPhone && icon} style={{ flex: 'none' }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      {rare.length > 0 && <RareTabs tabs={rare} onOpen={onOpen} />}
    </Group>
  )
}

function RareTabs({ tabs, onOpen }: Pick<TabBarProps, 'tabs' | 'onOpen'>) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          style={{ flex: 'none' }}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('resources.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map(({ name, label, icon }) => (
          <Menu.Item key={name} leftSection={icon} onClick={() => onOpen(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
