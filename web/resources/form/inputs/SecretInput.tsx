import { PasswordInput } from '@mantine/core'
import type { SecretField } from '#core/resources/kinds/textKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { InputProps } from './inputProps.ts'

/** A new secret and its repetition. */
export function SecretInput({ shared, name, form }: InputProps<SecretField>) {
  const { t } = useTranslation()
  const second = `confirm_${name}`
  const input = (field: string) => ({
    autoComplete: 'new-password',
    value: String(form.values[field] ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      <PasswordInput {...shared} {...input(name)} />
      {second in form.values && (
        <PasswordInput
          {...shared}
          description={undefined}
          label={t('resources.once_more', { field: shared.label })}
          error={form.errors[second]}
          data-field={second}
          {...input(second)}
        />
      )}
    </>
  )
}
