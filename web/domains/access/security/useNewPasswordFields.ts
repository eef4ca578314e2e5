import { useTranslation } from '#web/platform/useTranslation.ts'
import type { SignInField } from '../signIn/SignInForm.tsx'

/** A new password and its repetition. */
export function useNewPasswordFields(): SignInField[] {
  const { t } = useTranslation()
  return [
    {
      name: 'password',
      label: t('security.password.new'),
      help: t('security.password.rule'),
      autoComplete: 'new-password',
      isSecret: true,
    },
    {
      name: 'confirm_password',
      label: t('security.password.again'),
      autoComplete: 'new-password',
      isSecret: true,
    },
  ]
}
