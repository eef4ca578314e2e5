import { Button, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { actAs } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Lets staff impersonate a user, to view only or to work for them. */
export function ActAsUser({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'view' | 'write'>('view')
  const begin = useMutation({ mutationFn: () => actAs(userId, mode) })
  return (
    <Paper p="md" component="section" aria-labelledby="act-as">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="act-as">
          {t('security.act_as.title')}
        </Title>
        <Text size="sm">{t('security.act_as.why')}</Text>
        <Radio.Group
          label={t('security.act_as.mode')}
          value={mode}
          onChange={(value) => setMode(value === 'write' ? 'write' : 'view')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="view" label={t('security.act_as.view')} />
            <Radio value="write" label={t('security.act_as.write')} />
          </Stack>
        </Radio.Group>
        {mode === 'view' && (
          <Text size="sm" role="note">
            {t('security.act_as.warning')}
          </Text>
        )}
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('security.act_as.action')}
        </Button>
      </Stack>
    </Paper>
  )
}
