import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { signOut } from '#core/platform/signInCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { forgetSession, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { beginAtProvider } from '../singleSignOnCalls.ts'

/**
 * How a change of the user's sign-in is confirmed: by their password, or with single sign-on by a sign-in at the provider some minutes ago
 * at most (`fresh`).
 */
export function useConfirmation(): 'password' | 'fresh' | 'sign_in_again' {
  const { confirmed_until } = useUser()
  if (!confirmed_until) return 'password'
  return Date.parse(confirmed_until) > Date.now() ? 'fresh' : 'sign_in_again'
}

/** Sends a user of single sign-on to their identity provider, and back to this page. */
export function SignInAgain({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { username } = useUser()
  const leaving = useMutation({ mutationFn: () => signInAgain(username) })
  return (
    <FormDialog
      {...{ title, onClose }}
      action={t('security.provider.again')}
      loading={leaving.isPending}
      onSubmit={leaving.mutate}
    >
      <Text size="sm">{t('security.provider.why')}</Text>
    </FormDialog>
  )
}

/** Ends this session, as the sign-in opens another. */
async function signInAgain(username: string): Promise<void> {
  const { pathname, search } = location
  const way = `/session/login/${encodeURIComponent(`${pathname}${search}`)}`
  const url = await beginAtProvider({ email: username, again: 1 }, way)
  await request<typeof signOut>('GET', '/authenticate/logout', { retries: 0 }).catch(() => {})
  forgetSession(true)
  location.assign(url)
}
