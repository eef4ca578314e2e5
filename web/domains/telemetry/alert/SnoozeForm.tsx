import '@mantine/core/styles/Chip.css'
import { Chip, Group, Input, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { zoneName } from '#web/platform/format/zoneName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Form } from '#web/ui/Form.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import type { AnswerFormProps } from './AcknowledgeForm.tsx'

const HOURS = [4, 24, 72, 168] as const
const HOUR = 3_600_000

/** Snoozes alerts until a moment in the user's own time zone. */
export function SnoozeForm({ onAnswer, isBusy, error, onClose }: AnswerFormProps) {
  const { t } = useTranslation()
  const { timeZone, language } = useFormat()
  const wallIn = (hours: number) =>
    toZoned(new Date(Date.now() + hours * HOUR).toISOString(), timeZone).replace(' ', 'T')
  const [chosen, setChosen] = useState<string | null>('24')
  const [until, setUntil] = useState(() => wallIn(24))
  const [reason, setReason] = useState('')
  return (
    <Form onSubmit={() => onAnswer({ until: fromZoned(until, timeZone), reason })}>
      <Stack gap="sm">
        <Input.Wrapper label={t('alerts.snooze_for')}>
          <Chip.Group
            value={chosen}
            onChange={(hours) => {
              setChosen(hours)
              setUntil(wallIn(Number(hours)))
            }}
          >
            <Group gap="xs" mt={4}>
              {HOURS.map((hours) => (
                <Chip key={hours} value={String(hours)} size="xs">
                  {t(`alerts.snooze_hours.${hours}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <TextInput
          type="datetime-local"
          label={t('alerts.snooze_until')}
          description={zoneName(timeZone, language)}
          required
          value={until}
          error={messageOf(error, 'until')}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setChosen(null)
            setUntil(event.currentTarget.value)
          }}
        />
        <TextInput
          label={t('alerts.reason')}
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogButtons onCancel={onClose} loading={isBusy} disabled={!until}>
          {t('alerts.snooze')}
        </DialogButtons>
      </Stack>
    </Form>
  )
}
