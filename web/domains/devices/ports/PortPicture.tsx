import { Paper, Text, Title } from '@mantine/core'
import { type DrawnLevel, TankDrawing } from '#web/domains/telemetry/tank/TankDrawing.tsx'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './PortForm.module.css'
import { type PortFormState, toNumber } from './usePortForm.ts'

/** The described tank with its two levels to scale. */
export function PortPicture({ tank }: { tank: PortFormState }) {
  const { t } = useTranslation()
  const { number, quantity } = useFormat()
  const { type, sides, fields, curve } = tank
  const format = (mm: number) =>
    `${number(mm / fields.lengthInMm, 1)}\u00a0${t(`units.${fields.lengthUnit}`)}`
  return (
    <Paper p="md" className={styles.picture} component="section">
      <Title order={2} mb="sm">
        {type?.label ?? t('devices.ports.picture')}
      </Title>
      <TankDrawing slug={type?.slug ?? ''} sides={sides} levels={levelsOf(tank, quantity)} format={format} />
      <Text size="sm" c="dimmed" mt="xs">
        {curve
          ? t('devices.ports.holds', {
              capacity: quantity(curve.shellCapacity / fields.volumeInLitres, fields.volumeUnit, 1),
            })
          : t('devices.ports.incomplete')}
      </Text>
    </Paper>
  )
}

function levelsOf(
  { form, curve, capacity }: PortFormState,
  quantity: ReturnType<typeof useFormat>['quantity'],
): DrawnLevel[] {
  if (!curve) return []
  const whole = capacity || curve.shellCapacity
  return (['yellow', 'red'] as const).flatMap((kind) => {
    const percent = form.values[`reorder_${kind}`]
    if (percent == null || percent === '' || !Number.isFinite(Number(percent))) return []
    const share = curve.heightAt((toNumber(percent) / 100) * whole) / curve.tankHeight
    return [{ kind, share, word: quantity(toNumber(percent), '%', 0) }]
  })
}
