import { devices } from '#core/domains/devices/devices.ts'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { RuleTrials } from '#web/domains/telemetry/alert/RuleTrial.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** The high threshold of a device's temperature, and below it when both thresholds would have opened an alert. */
export function TemperatureTrial({ device_id, ...input }: FieldInputProps & { device_id: number }) {
  const { t } = useTranslation()
  const { temperature_low_threshold: low, temperature_high_threshold: high } = input.form.values
  const typed = {
    ...(isFigure(low) && { low: fahrenheitToCelsius(Number(low)) }),
    ...(isFigure(high) && { high: fahrenheitToCelsius(Number(high)) }),
  }
  const name = t('records.alerts.choices.level.temperature')
  const trial = { rule: 'temperature', name, typed: Object.keys(typed).length > 0 ? typed : null } as const
  return (
    <>
      <RecordInput {...input} resource={devices} />
      {!input.isReadOnly && <RuleTrials device_id={device_id} trials={[trial]} />}
    </>
  )
}

function isFigure(value: unknown): boolean {
  return (
    value !== null && value !== undefined && String(value).trim() !== '' && Number.isFinite(Number(value))
  )
}
