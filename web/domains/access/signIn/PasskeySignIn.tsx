import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { signInByPasskey, supportsPasskeys } from './passkeyCalls.ts'

interface PasskeySignInProps {
  remember: boolean
  onRefused: (text: string) => void
}

/** Signs in by a passkey alone, where the browser supports them. */
export function PasskeySignIn({ remember, onRefused }: PasskeySignInProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  if (!supportsPasskeys()) return null
  const enter = async () => {
    onRefused('')
    setIsBusy(true)
    try {
      await signInByPasskey(remember)
    } catch (failure) {
      const isRefused = failure instanceof CallRefused
      onRefused(isRefused ? failure.message || t('login.unreachable') : t('login.ways.passkey_failed'))
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="md"
      loading={isBusy}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={() => void enter()}
    >
      {t('login.ways.passkey')}
    </Button>
  )
}
