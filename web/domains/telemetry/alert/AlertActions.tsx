import { ActionIcon, Button, Group } from '@mantine/core'
import { IconBellZ, IconCheck, type TablerIcon } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { AlertStep } from './AlertDialog.tsx'
import type { AlertRow } from './AlertRow.ts'
import { useAnswerAlert } from './useAlerts.ts'
import { useMayLookAfter } from './useMayLookAfter.ts'

const AlertDialog = lazyPart(() => import('./AlertDialog.tsx').then((m) => m.AlertDialog))

const STEPS = [
  { step: 'acknowledge', Icon: IconCheck, done: 'acknowledged', variant: 'light', color: undefined },
  { step: 'snooze', Icon: IconBellZ, done: 'snoozed', variant: 'subtle', color: 'gray' },
] as const

interface AlertActionsProps {
  alert: Pick<AlertRow, 'alert_id' | 'status'>
  /** Icons with tooltips, for dense rows. */
  isCompact?: boolean
}

/** Actions for an alert, for users who may take them. */
export function AlertActions({ alert, isCompact }: AlertActionsProps) {
  const mayAnswer = useMayLookAfter()('devices.update')
  const [open, setOpen] = useState<AlertStep | null>(null)
  const { mutate, isPending, error, reset } = useAnswerAlert(alert.alert_id)
  const close = () => {
    setOpen(null)
    reset()
  }
  if (alert.status === 'closed' || !mayAnswer) return null
  const Step = isCompact ? StepIcon : StepButton
  return (
    <Group gap={4} wrap="nowrap">
      {STEPS.filter(({ done }) => alert.status !== done).map(({ step, done: _, ...buttonProps }) => (
        <Step key={step} step={step} onClick={() => setOpen(step)} {...buttonProps} />
      ))}
      <Suspense>
        {open && (
          <AlertDialog
            step={open}
            onAnswer={(answer) => mutate(answer, { onSuccess: close })}
            isBusy={isPending}
            error={error}
            onClose={close}
          />
        )}
      </Suspense>
    </Group>
  )
}

interface StepProps {
  step: AlertStep
  Icon: TablerIcon
  variant: string
  color: string | undefined
  onClick: () => void
}

function StepButton({ step, Icon, onClick, ...buttonProps }: StepProps) {
  const { t } = useTranslation()
  return (
    <Button size="compact-sm" leftSection={<Icon size={14} />} onClick={onClick} {...buttonProps}>
      {t(`alerts.${step}`)}
    </Button>
  )
}

function StepIcon({ step, Icon, onClick, color }: StepProps) {
  const { t } = useTranslation()
  return (
    <Hint label={t(`alerts.${step}`)}>
      <ActionIcon
        variant="subtle"
        color={color}
        size="md"
        data-step
        aria-label={t(`alerts.${step}`)}
        onClick={onClick}
      >
        <Icon size={16} />
      </ActionIcon>
    </Hint>
  )
}
