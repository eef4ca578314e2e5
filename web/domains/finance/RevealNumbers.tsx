import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bank_accounts, MASKED_FIELDS } from '#core/domains/finance/bank_accounts.ts'
import type { revealBankAccount } from '#core/domains/finance/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** The full numbers of a bank account, revealed on request and never stored: leaving the screen hides them. */
export function RevealNumbers({ record }: { record: ShownRecord<typeof bank_accounts> }) {
  const { t } = useTranslation()
  const may = useMay()
  const reveal = useReveal(Number(record[bank_accounts.id]))
  const numbers = reveal.data?.bank_account
  if (!may('bank_accounts.update') || MASKED_FIELDS.every((name) => !record[name])) return null
  return (
    <Paper p="md" component="section" aria-labelledby="full-numbers">
      <Title order={2} id="full-numbers">
        {t('finance.full_numbers')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('finance.reveal_leaves_trace')}
      </Text>
      {numbers ? (
        <Stack gap="xs" align="flex-start">
          {MASKED_FIELDS.map((name) => (
            <FullNumber key={name} name={name} number={numbers[name]} />
          ))}
          <Button variant="default" leftSection={<IconEyeOff size={16} />} onClick={reveal.reset}>
            {t('finance.hide')}
          </Button>
        </Stack>
      ) : (
        <Button
          variant="default"
          leftSection={<IconEye size={16} />}
          loading={reveal.isPending}
          onClick={() => reveal.mutate()}
        >
          {t('finance.reveal')}
        </Button>
      )}
    </Paper>
  )
}

function useReveal(account_id: number) {
  const client = useQueryClient()
  const params = { account_id }
  return useMutation({
    mutationFn: () =>
      request<typeof revealBankAccount>('POST', '/bank_accounts/:account_id/reveal', { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: [bank_accounts.name, 'history'] }),
    gcTime: 0,
  })
}

function FullNumber({ name, number }: { name: string; number: string | null }) {
  const { t } = useTranslation()
  if (!number) return null
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {t(`records.bank_accounts.fields.${name}`)}
      </Text>
      <Text ff="monospace" component="bdi" dir="ltr">
        {number}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={() => void copyText(number)}>
        {t('finance.copy')}
      </Button>
    </Group>
  )
}
