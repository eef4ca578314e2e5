import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { OTHER_SIGN_INS_KEY, type RequiredSecondFactor } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BadgeSignIn } from './BadgeSignIn.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'

interface OtherSignInsProps {
  remember: boolean
  onSecondFactor: (factor: RequiredSecondFactor | null) => void
  onRefused: (text: string) => void
  onSingleSignOn: () => void
}

/**
 * The sign-in methods other than the password, hidden until requested. The browser shows them at once from then on, so that a user of a
 * passkey or badge does not open them each day.
 */
export function OtherSignIns({ remember, onSecondFactor, onRefused, onSingleSignOn }: OtherSignInsProps) {
  const { t } = useTranslation()
  const [areShown, setAreShown] = useState(() => localStorage.getItem(OTHER_SIGN_INS_KEY) !== null)
  const show = () => {
    localStorage.setItem(OTHER_SIGN_INS_KEY, '1')
    setAreShown(true)
  }
  return (
    <>
      {areShown ? (
        <>
          <PasskeySignIn remember={remember} onRefused={onRefused} />
          <Button
            variant="default"
            size="md"
            leftSection={<IconBuilding size={18} aria-hidden />}
            onClick={onSingleSignOn}
          >
            {t('login.ways.single_sign_on')}
          </Button>
        </>
      ) : (
        <Button variant="subtle" aria-expanded={false} onClick={show}>
          {t('login.ways.other')}
        </Button>
      )}
      <BadgeSignIn
        isShown={areShown}
        remember={remember}
        onSecondFactor={onSecondFactor}
        onRefused={onRefused}
      />
    </>
  )
}
