import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { readSecondFactorOf, resetSecondFactor } from '#core/domains/access/signIn/secondFactorCalls.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'

/** A user's second factors, and their reset if the user has lost them. */
export function ResetSecondFactor({ userId, mayReset }: { userId: string; mayReset: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { data, reset } = useSecondFactorOf(userId)
  if (!data) return null
  const parts = [
    data.totp_since && t('security.reset.app'),
    data.passkeys.length > 0 && t('security.reset.passkeys', { count: data.passkeys.length }),
  ].filter(Boolean)
  const ask = () =>
    confirm({
      title: t('security.reset.action'),
      why: t('security.reset.why'),
      onConfirm: () => reset.mutate(),
    })
  return (
    <Paper p="md" component="section" aria-labelledby="second-factor">
      <Group justify="space-between">
        <Stack gap={0}>
          <Title order={2} id="second-factor">
            {t('security.reset.title')}
          </Title>
          <Text size="sm">{parts.length > 0 ? parts.join(', ') : t('security.reset.none')}</Text>
        </Stack>
        {mayReset && parts.length > 0 && (
          <Button variant="default" loading={reset.isPending} onClick={ask}>
            {t('security.reset.action')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function useSecondFactorOf(userId: string) {
  const client = useQueryClient()
  const queryKey = ['users', 'second_factor', userId]
  const { data } = useQuery({
    queryKey,
    queryFn: reading<typeof readSecondFactorOf>('/users/:user_id/second_factor', {
      params: { user_id: userId },
    }),
    select: ({ second_factor }) => second_factor,
  })
  const reset = useMutation({
    mutationFn: () =>
      request<typeof resetSecondFactor>('DELETE', '/users/:user_id/second_factor', {
        params: { user_id: userId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  return { data, reset }
}
