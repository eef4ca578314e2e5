import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { useLoginTypeChoices } from './useLoginTypeChoices.ts'

/** The login type of a user: its current value, and the ones that the signed-in user may grant. */
export function LoginTypeInput({ name, form, isReadOnly }: FieldInputProps) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices(form.first[name])
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
