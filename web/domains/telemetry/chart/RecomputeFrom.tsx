import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface RecomputeFromProps {
  isDisabled: boolean
  isLoading: boolean
  onBegin: (from: string) => void
}

/** Asks for the day from which a history is recomputed. */
export function RecomputeFrom({ isDisabled, isLoading, onBegin }: RecomputeFromProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState('')
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        type="date"
        label={t('tanks.recompute.from')}
        value={from}
        max={new Date().toISOString().slice(0, 10)}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={from === '' || isDisabled}
        loading={isLoading}
        onClick={() => onBegin(from)}
      >
        {t('tanks.recompute.begin')}
      </Button>
    </Group>
  )
}
