import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onPasswordRequired } from '#web/platform/api.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const ConfirmPasswordDialog = lazyPart(() =>
  import('#web/domains/access/ConfirmPasswordDialog.tsx').then((m) => m.ConfirmPasswordDialog),
)

interface Wanted {
  again: (password: string) => Promise<Response>
  answer: (response: Response | undefined) => void
}

/** Asks for the current password when users change how they sign in, on whichever screen. */
export function PasswordGate() {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useEffect(() => {
    onPasswordRequired(
      (again) =>
        new Promise((resolve) => {
          setWanted({
            again,
            answer: (response) => {
              setWanted(null)
              resolve(response)
            },
          })
        }),
    )
    return () => onPasswordRequired(undefined)
  }, [])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog
        title={t('security.is_it_you.title')}
        why={t('security.is_it_you.why')}
        action={t('security.is_it_you.action')}
        onConfirm={async (password) => wanted.answer(await wanted.again(password))}
        onClose={() => wanted.answer(undefined)}
      />
    </Suspense>
  )
}
