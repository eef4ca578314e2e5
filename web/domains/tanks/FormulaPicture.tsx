import '@mantine/core/styles/Slider.css'
import { Paper, SimpleGrid, Slider, Stack, Text, Title } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import { dimensionsOf } from '#core/domains/tanks/volume/dimensionsOf.ts'
import type { TankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { MM_PER_INCH, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { TankDrawing } from '#web/domains/telemetry/tank/TankDrawing.tsx'
import type { TankSides } from '#web/domains/telemetry/tank/tankOutline.ts'
import { volumeCurveOf } from '#web/domains/telemetry/tank/volumeCurveOf.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { VolumeCurve } from './VolumeCurve.tsx'

/** A sample tank, mm. */
const SAMPLE: TankSides = { D: 1800, H: 2400, W: 1500, L: 3600 }
const CONE: TankSides = { D: 2400, H: 3600, W: 100, L: 900 }

/** A formula applied to a sample tank: its picture, its volume curve, and its content at a level. */
export function FormulaPicture({ slug, formula: typed }: { slug: string; formula: string }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const formula = useDeferredValue(typed)
  const { length, lengthUnit, lengthText } = useSampleUnits()
  const [texts, setTexts] = useState(() => textsOf(slug === 'cone_bottom' ? CONE : SAMPLE, length))
  const [level, setLevel] = useState(50)
  const needed = dimensionsOf(formula)
  const sides = useMemo(() => sidesIn(texts, needed, length), [texts, needed, length])
  const curve = useMemo(() => volumeCurveOf(formula, sides, null), [formula, sides])
  if (slug === STRAPPING_TABLE)
    return (
      <Paper p="md">
        <Text size="sm" c="dimmed">
          {t('tanks.table_help')}
        </Text>
      </Paper>
    )
  return (
    <Paper p="md" component="section">
      <Title order={2} mb="sm">
        {t('tanks.sample')}
      </Title>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
          {needed.map((side) => (
            <NumberField
              key={side}
              label={`${side} · ${t(`tanks.sides.${side}`)}`}
              value={texts[side]}
              onChange={(typed) => setTexts({ ...texts, [side]: typed })}
              rightSection={
                <Text size="xs" c="dimmed">
                  {t(`units.${lengthUnit}`)}
                </Text>
              }
            />
          ))}
        </SimpleGrid>
        <TankDrawing
          slug={slug}
          sides={sides}
          levels={curve ? [{ kind: 'liquid', share: level / 100, word: quantity(level, '%', 0) }] : []}
          format={lengthText}
        />
        {curve ? (
          <SampleContent curve={curve} level={level} onChange={setLevel} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('tanks.no_curve')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

interface SampleContentProps {
  curve: TankCurve
  /** Percent of the height. */
  level: number
  onChange: (level: number) => void
}

/** The content of the sample at a level that can be moved. */
function SampleContent({ curve, level, onChange }: SampleContentProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { lengthText, volumeText } = useSampleUnits()
  const height = (curve.tankHeight * level) / 100
  const held = curve.volumeAt(height)
  return (
    <>
      <Text size="sm" id="level-label">
        {t('tanks.at_level', {
          height: lengthText(height),
          volume: volumeText(held, 1),
          percent: number((held / curve.shellCapacity) * 100, 1),
          capacity: volumeText(curve.shellCapacity, 1),
        })}
      </Text>
      <Slider
        value={level}
        onChange={onChange}
        label={null}
        thumbProps={{ 'aria-labelledby': 'level-label' }}
        dir="ltr"
      />
      <VolumeCurve
        curve={curve}
        height={height}
        formatHeight={lengthText}
        formatVolume={(litres) => volumeText(litres, 0)}
      />
    </>
  )
}

/** The reader's unit of length, in mm, and lengths and volumes in the reader's units. */
function useSampleUnits() {
  const { units, quantity } = useFormat()
  const [length, lengthUnit] = units === 'imperial' ? ([MM_PER_INCH, 'in'] as const) : ([1, 'mm'] as const)
  return {
    length,
    lengthUnit,
    lengthText: (mm: number) => quantity(mm / length, lengthUnit, 1),
    volumeText: (litres: number, decimals: number) =>
      quantity(volumeIn(units, litres), volumeUnit(units), decimals),
  }
}

function textsOf(sides: TankSides, length: number): Record<keyof TankSides, string> {
  const text = (mm: number) => String(Math.round(mm / length))
  return { D: text(sides.D), H: text(sides.H), W: text(sides.W), L: text(sides.L) }
}

function sidesIn(
  texts: Record<keyof TankSides, string>,
  needed: readonly (keyof TankSides)[],
  length: number,
): TankSides {
  const mm = (side: keyof TankSides) =>
    needed.includes(side) ? Math.max(0, Number(texts[side]) || 0) * length : 0
  return { D: mm('D'), H: mm('H'), W: mm('W'), L: mm('L') }
}
