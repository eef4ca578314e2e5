import { Anchor, Group } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface SignInLinksProps {
  maySignUp: boolean
  onGo: (path: string) => void
}

/** Links from the sign-in page. */
export function SignInLinks({ maySignUp, onGo }: SignInLinksProps) {
  const { t } = useTranslation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo(event.currentTarget.pathname)
  }
  return (
    <Group justify="center" gap="lg">
      <Anchor href="/session/forgot_password" size="sm" onClick={follow}>
        {t('login.forgot')}
      </Anchor>
      {maySignUp && (
        <Anchor href="/session/sign-up" size="sm" onClick={follow}>
          {t('login.sign_up')}
        </Anchor>
      )}
    </Group>
  )
}
