import { Textarea } from '@mantine/core'
import type { connections } from '#core/domains/telemetry/connections/connections.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** The decoder as its maker publishes it; only where one is pasted. */
export function DecoderCodeInput({ name, form, isReadOnly }: FieldInputProps<typeof connections>) {
  const { t } = useTranslation()
  if (form.values.decoder !== 'own') return null
  return (
    <Textarea
      label={t('records.connections.fields.decoder_code')}
      description={t('records.connections.help.decoder_code')}
      withAsterisk
      autosize
      minRows={6}
      maxRows={20}
      disabled={isReadOnly}
      error={form.errors[name]}
      data-field={name}
      spellCheck={false}
      styles={{ input: { fontFamily: 'monospace' } }}
      dir="ltr"
      value={String(form.values[name] ?? '')}
      onChange={(event) => form.set({ [name]: event.currentTarget.value })}
    />
  )
}
