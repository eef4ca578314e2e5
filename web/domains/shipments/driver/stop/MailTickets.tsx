import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { StepProps } from './stepProps.ts'

const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** Mails the tickets of a stop to its receiver, as soon as there is a network. */
export function MailTickets({ stop, record }: Pick<StepProps, 'stop' | 'record'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(stop.email ?? '')
  const { mailed } = stop.state
  const to = typed.trim().toLowerCase()
  const isMailed = mailed.includes(to)
  return (
    <Stack gap="xs">
      {mailed.map((address) => (
        <Text key={address}>{t('shipments.driver.mailed', { address })}</Text>
      ))}
      <TextInput
        size="lg"
        type="email"
        label={t('shipments.driver.mail_to')}
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        variant="default"
        size="lg"
        disabled={!ADDRESS.test(to) || isMailed}
        onClick={() => void record(['mailed', { to }])}
      >
        {t('shipments.driver.mail_tickets')}
      </Button>
    </Stack>
  )
}
