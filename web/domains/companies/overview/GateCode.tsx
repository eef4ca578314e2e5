import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconEye, IconEyeOff, IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { revealGateCode } from '#core/domains/companies/calls.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { isCustomer } from '#core/platform/loginTypes.ts'
import { request } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** The code of a site's gate, revealed on request and never stored: leaving the screen hides it. */
export function GateCode({ record }: { record: ShownRecord<typeof sites> }) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const reveal = useReveal(Number(record[sites.id]))
  const mayKnow = may('shipment_planners.update') || may('companies.update')
  if (!record.gate_code || !mayKnow || isCustomer(login_type_id)) return null
  const code = reveal.data?.gate_code
  return (
    <Paper p="md" component="section" aria-labelledby="gate-code">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} id="gate-code">
          {t('companies.gate_code')}
        </Title>
        <IconKey size={18} aria-hidden />
      </Group>
      {code ? (
        <RevealedCode code={code} onHide={reveal.reset} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconEye size={16} />}
          loading={reveal.isPending}
          onClick={() => reveal.mutate()}
        >
          {t('companies.show_code')}
        </Button>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {t('companies.gate_code_trace')}
      </Text>
    </Paper>
  )
}

/** Reads the code, which the history of the site then mentions. */
function useReveal(site_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await request<typeof revealGateCode>('POST', '/sites/:site_id/reveal', { params: { site_id } })).site,
    onSuccess: () => client.invalidateQueries({ queryKey: [sites.name, 'history'] }),
    gcTime: 0,
  })
}

function RevealedCode({ code, onHide }: { code: string; onHide: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      <Text ff="monospace" fz="xl" fw={700} component="bdi" dir="ltr">
        {code}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={() => void copyText(code)}>
        {t('companies.copy')}
      </Button>
      <Button size="compact-sm" variant="subtle" leftSection={<IconEyeOff size={16} />} onClick={onHide}>
        {t('companies.hide_code')}
      </Button>
    </Group>
  )
}
