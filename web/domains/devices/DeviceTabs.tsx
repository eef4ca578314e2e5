import { SimpleGrid, Tabs } from '@mantine/core'
import {
  IconBell,
  IconCylinder,
  IconFileText,
  IconNotes,
  IconPlug,
  IconRouter,
  IconSend,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { isStaff } from '#core/platform/loginTypes.ts'
import { SmallSeriesChart } from '#web/domains/telemetry/chart/SmallSeriesChart.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { DeviceAlertsTab } from './alerts/DeviceAlertsTab.tsx'
import { CommandsTab } from './CommandsTab.tsx'
import { LogTab } from './LogTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import { PortsTab } from './ports/PortsTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { TanksTab } from './TanksTab.tsx'
import { UsersTab } from './UsersTab.tsx'

const TABS = [
  { name: 'tanks', Icon: IconCylinder, Tab: TanksTab },
  { name: 'alerts', Icon: IconBell, Tab: DeviceAlertsTab },
  { name: 'device', Icon: IconRouter, Tab: DeviceGraphsTab },
  { name: 'ports', Icon: IconPlug, Tab: PortsTab },
  { name: 'settings', Icon: IconSettings, Tab: SettingsTab },
  { name: 'commands', Icon: IconSend, Tab: CommandsTab },
  { name: 'notes', Icon: IconNotes, Tab: NotesTab },
  { name: 'users', Icon: IconUsers, Tab: UsersTab, permission: 'users.read' },
  { name: 'log', Icon: IconFileText, Tab: LogTab, isForStaff: true },
] as const

/** The tabs of a device's profile; the open one is in the address. */
export function DeviceTabs({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const tabs = TABS.filter(
    (tab) =>
      (!('isForStaff' in tab) || isStaff(user.login_type_id)) &&
      (!('permission' in tab) || may(tab.permission)),
  )
  const open = tabs.find(({ name }) => name === params.get('tab'))?.name ?? 'tanks'
  const change = (name: string | null) =>
    setParams(name === 'tanks' || !name ? {} : { tab: name }, { replace: true })
  usePageTitle(t(`devices.tabs.${open}`), deviceName(device))
  return (
    <Tabs value={open} onChange={change} keepMounted={false}>
      <TabBar
        open={open}
        onOpen={change}
        tabs={tabs.map(({ name, Icon }) => ({
          name,
          label: t(`devices.tabs.${name}`),
          icon: <Icon size={16} />,
        }))}
      />
      {tabs.map(({ name, Tab }) => (
        <Tabs.Panel key={name} value={name}>
          <Tab device={device} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const GRAPHS = ['battery', 'signal_strength', 'temperature'] as const

/** The device's own health over time. */
function DeviceGraphsTab({ device }: { device: DeviceRow }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {GRAPHS.map((graph) => (
        <SmallSeriesChart key={graph} device_id={device.device_id} graph={graph} />
      ))}
    </SimpleGrid>
  )
}
