import {
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowBarToUp,
  IconBattery1,
  IconCircleCheck,
  IconDropletDown,
  IconDropletMinus,
  IconDropletPlus,
  IconHelpCircle,
  IconPlayerPause,
  IconSnowflake,
  IconTemperature,
  IconWaveSine,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react'
import type { levelPalettes } from '#web/platform/palettes.ts'

export type LevelColor = keyof typeof levelPalettes

export interface LevelAppearance {
  color: LevelColor
  Icon: TablerIcon
}

/** One appearance per state and kind of alert, used everywhere. */
export const levelAppearances = {
  urgent: { color: 'urgent', Icon: IconAlertOctagon },
  mild: { color: 'mild', Icon: IconAlertTriangle },
  overfill: { color: 'overfill', Icon: IconArrowBarToUp },
  offline: { color: 'stale', Icon: IconWifiOff },
  battery_low: { color: 'mild', Icon: IconBattery1 },
  fine: { color: 'fine', Icon: IconCircleCheck },
  unknown: { color: 'stale', Icon: IconHelpCircle },
  sudden_loss: { color: 'urgent', Icon: IconDropletDown },
  temperature: { color: 'mild', Icon: IconTemperature },
  frozen_sensor: { color: 'mild', Icon: IconSnowflake },
  implausible_sensor: { color: 'mild', Icon: IconAlertCircle },
  unexplained_loss: { color: 'urgent', Icon: IconDropletMinus },
  unexplained_rise: { color: 'mild', Icon: IconDropletPlus },
  use_stopped: { color: 'mild', Icon: IconPlayerPause },
  sensor_drift: { color: 'mild', Icon: IconWaveSine },
} as const satisfies Record<string, LevelAppearance>

const byLevel: Readonly<Record<string, LevelAppearance>> = levelAppearances

export function levelAppearanceOf(level: string): LevelAppearance {
  return byLevel[level] ?? levelAppearances.unknown
}
