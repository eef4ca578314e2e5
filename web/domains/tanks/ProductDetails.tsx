import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { setOwnProductName } from '#core/domains/tanks/calls.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { PlaceTanks } from '#web/domains/telemetry/device/PlaceTanks.tsx'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { Form } from '#web/ui/Form.tsx'
import { AffectedTanks } from './AffectedTanks.tsx'

/** The tanks with a product that the user may see, the most urgent first. */
export function ProductTanks({ record }: { record: ShownRecord<typeof tank_products> }) {
  const product_id = Number(record.product_id)
  return <PlaceTanks of={{ product_id }} limit={8} list={`/devices?product_id=${product_id}`} />
}

/** Below a product: the own company's name for it, and its tanks. */
export function ProductDetails({ record }: { record: ShownRecord<typeof tank_products> }) {
  return (
    <Stack gap="md">
      <OwnProductName record={record} />
      <AffectedTanks kind="tank_products" id={Number(record.product_id)} />
    </Stack>
  )
}

/** The own company's name for a product of a company above it; hidden for the company's own products. */
function OwnProductName({ record }: { record: ShownRecord<typeof tank_products> }) {
  if (record.is_offered !== 1) return null
  return <Named key={String(record.product_id)} record={record} />
}

function Named({ record }: { record: ShownRecord<typeof tank_products> }) {
  const { t } = useTranslation()
  const stored = String(record.own_name ?? '')
  const [name, setName] = useState(stored)
  const save = useNaming(Number(record.product_id))
  const refused = save.error instanceof CallRefused ? save.error.body : undefined
  return (
    <Paper p="md" component="section">
      <Form noValidate aria-label={t('tanks.own_name')} onSubmit={() => save.mutate(name.trim() || null)}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('tanks.own_name_help', { company: record.company_title })}
        </Text>
        <Group align="end">
          <TextInput
            label={t('tanks.own_name')}
            placeholder={String(record.product_name ?? '')}
            maxLength={65}
            value={name}
            error={refused && (refused.errors?.[0]?.message ?? refused.message)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === stored} loading={save.isPending}>
            {t('resources.save')}
          </Button>
        </Group>
      </Form>
    </Paper>
  )
}

function useNaming(product_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (own_name: string | null) =>
      request<typeof setOwnProductName>('PUT', '/tank_products/:product_id/own_name', {
        ...{ params: { product_id }, body: { own_name } },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [tank_products.name] }),
  })
}
