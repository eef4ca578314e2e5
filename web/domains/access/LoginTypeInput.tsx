import { useTranslation } from 'react-i18next'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { useLoginTypeChoices } from './useLoginTypeChoices.ts'

/** As what somebody signs in: of the login types those that one may hand out, and his own. */
export function LoginTypeInput({ name, form, isReadOnly }: FieldInputProps) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices(form.first[name] as LoginType | null)
  return (
    <SelectInput
      label={t(`records.users.fields.${name}`)}
      withAsterisk
      searchable
      disabled={isReadOnly}
      error={form.errors[name]}
      data-field={name}
      data={choices}
      value={form.values[name] == null ? null : String(form.values[name])}
      onChange={(next) => form.set({ [name]: next })}
    />
  )
}
