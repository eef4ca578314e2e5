import { ScrollArea, Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

interface TabName {
  name: string
  label: string
  icon?: ReactNode
}

/** The names of a screen's parts in one line; where it is too long it scrolls, and the open one is in sight. */
export function TabBar({ tabs, open }: { tabs: readonly TabName[]; open: string }) {
  const line = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex(({ name }) => name === open)
  useEffect(() => {
    const tab = line.current?.querySelectorAll('[role="tab"]')[place]
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return (
    <ScrollArea type="never" mb="md" viewportRef={line}>
      <Tabs.List style={{ flexWrap: 'nowrap' }}>
        {tabs.map(({ name, label, icon }) => (
          <Tabs.Tab key={name} value={name} leftSection={icon} style={{ flex: 'none' }}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </ScrollArea>
  )
}
