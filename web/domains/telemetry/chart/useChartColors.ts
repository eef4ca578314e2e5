import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { brandPalettes, levelPalettes, neutralPalettes } from '#web/platform/palettes.ts'
import { useSession } from '#web/platform/session/session.tsx'

export interface ChartColors {
  font: string
  line: string
  band: string
  axis: string
  grid: string
  text: string
  ground: string
  mild: string
  urgent: string
  fine: string
  overfill: string
  stale: string
}

/** The theme's colors and font for a canvas, which cannot use CSS variables. */
export function useChartColors(): ChartColors {
  const isDark = useComputedColorScheme('light') === 'dark'
  const { user } = useSession()
  const { fontFamily } = useMantineTheme()
  const brand = brandPalettes[user?.theme ?? 'default'] ?? brandPalettes.default
  const { gray, dark } = neutralPalettes
  const level = (name: keyof typeof levelPalettes) => levelPalettes[name][isDark ? 4 : 6]
  return {
    font: fontFamily,
    line: brand[isDark ? 4 : 6],
    band: brand[isDark ? 4 : 5],
    axis: isDark ? dark[4] : gray[4],
    grid: isDark ? dark[5] : gray[2],
    text: isDark ? dark[1] : gray[6],
    ground: isDark ? dark[6] : gray[0],
    mild: level('mild'),
    urgent: level('urgent'),
    fine: level('fine'),
    overfill: level('overfill'),
    stale: level('stale'),
  }
}
