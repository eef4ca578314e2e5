import type { PlannedDevice } from './plannedDevice.ts'

/** Percent of the capacity by which the sensor that drifts shows more each day, and since how many days. */
export const DRIFT = { perDay: 0.45, days: 16 }

interface Story {
  company: string
  label: string
  tell: (device: PlannedDevice) => PlannedDevice
}

/** What is told of a tank on a port. */
type Told = Partial<PlannedDevice['ports'][number]['nature']>

function onPort(device: PlannedDevice, port_number: number, told: Told): PlannedDevice {
  const ports = device.ports.map((port) =>
    port.port_number === port_number ? { ...port, nature: { ...port.nature, ...told } } : port,
  )
  return { ...device, ports }
}

/** Tanks that are chosen by hand, so that uses and faults that chance does not bring are there to be looked at. */
const STORIES: readonly Story[] = [
  {
    company: 'platte',
    label: 'Elevator – Propane',
    tell: (device) => ({
      ...onPort(device, 1, { rhythm: 'dryer', dailyUse: 4.4, finalPercent: 48 }),
      label: 'Elevator – Grain dryer',
    }),
  },
  {
    company: 'prairiestar',
    label: 'Grain dryer – Propane',
    tell: (device) => onPort(device, 1, { rhythm: 'dryer', dailyUse: 3.6, finalPercent: 61 }),
  },
  {
    company: 'prairiestar',
    label: 'Grain dryer – Norfolk',
    tell: (device) => onPort(device, 4, { rhythm: 'dryer', dailyUse: 5.1 }),
  },
  {
    company: 'platte',
    label: 'Elevator – 15W-40 engine oil',
    // Little is taken from it: so the level creeps up, where it should come down slowly.
    tell: (device) => ({ ...onPort(device, 1, { dailyUse: 0.12 }), condition: 'drift' }),
  },
]

/** The planned devices with what is told of some of them. */
export function withStories(devices: readonly PlannedDevice[]): PlannedDevice[] {
  return devices.map((device) => {
    const story = STORIES.find(({ company, label }) => company === device.company && label === device.label)
    return story ? story.tell(device) : device
  })
}
