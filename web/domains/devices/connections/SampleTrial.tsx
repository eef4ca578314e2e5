import { Button, Code, Group, Stack, Table, Text, Textarea } from '@mantine/core'
import { IconFlask, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { tryConnection } from '#core/domains/telemetry/connectionCalls.ts'
import { unitsOf, VALUES } from '#core/domains/telemetry/connections/valuePaths.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { reasonText } from './reasonText.ts'

type Tried = ResponseOf<typeof tryConnection>
type Message = Tried['messages'][number]

interface SampleTrialProps {
  form: RecordForm
  /** Adds a value by its path. */
  onUse: ((path: string) => void) | undefined
}

/** Paste a body of the network and see what the connection would read in it, before it is saved. */
export function SampleTrial({ form, onUse }: SampleTrialProps) {
  const { t } = useTranslation()
  const [sample, setSample] = useState('')
  const attempt = useMutation({
    mutationFn: () => {
      const { format, decoder, decoder_code, value_paths } = form.values
      const reading = { decoder_code: decoder_code || null, value_paths: value_paths || null }
      const body = { format, decoder, ...reading, sample } as SentTo<typeof tryConnection>['body']
      return request<typeof tryConnection>('POST', '/connections/try', { body })
    },
  })
  return (
    <Stack gap="xs">
      <Textarea
        label={t('devices.connections.sample')}
        description={t('devices.connections.sample_help')}
        autosize
        minRows={3}
        maxRows={12}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconFlask size={16} />}
        disabled={sample.trim() === ''}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {t('devices.connections.try')}
      </Button>
      <div role="status">{attempt.data && <Outcome tried={attempt.data} onUse={onUse} />}</div>
    </Stack>
  )
}

function Outcome({ tried, onUse }: { tried: Tried; onUse: SampleTrialProps['onUse'] }) {
  const { t } = useTranslation()
  if (tried.reason)
    return (
      <Text size="sm" c="urgent">
        {reasonText(t, { reason: tried.reason, detail: '' })}
      </Text>
    )
  return (
    <Stack gap="md">
      {tried.messages.map((message, index) => (
        <TriedMessage key={index} {...{ message, onUse }} />
      ))}
    </Stack>
  )
}

function TriedMessage({ message, onUse }: { message: Message; onUse: SampleTrialProps['onUse'] }) {
  const { t } = useTranslation()
  const { instant, number: written, measured } = useFormat()
  const { device_key, time, reason, detail, values, fields } = message
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {[device_key ?? t('devices.connections.reasons.device_missing'), time && instant(time)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {reason && (
        <Text size="sm" c="urgent">
          {reasonText(t, { reason, detail })}
        </Text>
      )}
      {values.map(({ port, value, number }, index) => (
        <Text key={index} size="sm">
          {[
            port !== null && `${t('devices.connections.port')} ${port}`,
            t(`devices.connections.values.${value}`),
            measured(written(number, 3), isOneOf(VALUES, value) ? unitsOf(value)[0] : undefined),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
      {fields.length > 0 && <FieldTable fields={fields} onUse={onUse} />}
    </Stack>
  )
}

function FieldTable({ fields, onUse }: Pick<Message, 'fields'> & Pick<SampleTrialProps, 'onUse'>) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={260} mah={280}>
      <Table>
        <Table.Tbody>
          {fields.map(({ path, value }) => (
            <Table.Tr key={path}>
              <Table.Td>
                <Code dir="ltr">{path}</Code>
              </Table.Td>
              <Table.Td>{value}</Table.Td>
              <Table.Td>
                {onUse && (
                  <Group justify="flex-end">
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      leftSection={<IconPlus size={12} />}
                      aria-label={t('devices.connections.use_path', { path })}
                      onClick={() => onUse(path)}
                    >
                      {t('devices.connections.use')}
                    </Button>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
