import { Suspense, useEffect, useState } from 'react'
import { onPasswordRequired } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const ConfirmPasswordDialog = lazyPart(() =>
  import('#web/domains/access/security/ConfirmPasswordDialog.tsx').then((m) => m.ConfirmPasswordDialog),
)

interface PasswordRequest {
  again: (password: string) => Promise<Response>
  answer: (response: Response | undefined) => void
}

/** Asks for the current password when users change how they sign in, on whichever screen. */
export function PasswordGate() {
  const { t } = useTranslation()
  const [pending, setPending] = useState<PasswordRequest | null>(null)
  useEffect(() => {
    onPasswordRequired(
      (again) =>
        new Promise((resolve) => {
          setPending({
            again,
            answer: (response) => {
              setPending(null)
              resolve(response)
            },
          })
        }),
    )
    return () => onPasswordRequired(undefined)
  }, [])
  if (!pending) return null
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog
        title={t('security.is_it_you.title')}
        why={t('security.is_it_you.why')}
        action={t('security.is_it_you.action')}
        onConfirm={async (password) => pending.answer(await pending.again(password))}
        onClose={() => pending.answer(undefined)}
      />
    </Suspense>
  )
}
