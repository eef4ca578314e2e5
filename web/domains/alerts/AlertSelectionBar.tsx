import { Button } from '@mantine/core'
import { IconBellZ, IconCheck } from '@tabler/icons-react'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { AlertStep } from '#web/domains/telemetry/alert/AlertDialog.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectionPanel } from '#web/resources/bulk/SelectionPanel.tsx'
import type { AllMatching, Selection } from '#web/resources/list/useSelection.ts'

interface AlertSelectionBarProps {
  selection: Selection
  matching: AllMatching & { isEstimate?: boolean }
  onStep: (step: AlertStep) => void
}

const STEPS = [
  { step: 'acknowledge', Icon: IconCheck },
  { step: 'snooze', Icon: IconBellZ },
] as const

/** Actions for all ticked alerts. */
export function AlertSelectionBar({ selection, matching, onStep }: AlertSelectionBarProps) {
  const { t } = useTranslation()
  return (
    <SelectionPanel resource={alerts} selection={selection} matching={matching}>
      {STEPS.map(({ step, Icon }) => (
        <Button
          key={step}
          size="xs"
          variant={step === 'acknowledge' ? 'filled' : 'default'}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => onStep(step)}
        >
          {t(`alerts.${step}`)}
        </Button>
      ))}
    </SelectionPanel>
  )
}
