import { Button, Loader, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { badgeKindOf } from '#core/domains/access/badges.ts'
import type { RequiredSecondFactor } from '#web/platform/session/signingIn.ts'
import { useKeyboardReader } from '#web/platform/useKeyboardReader.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LazyScanDialog } from '#web/resources/scan/LazyScanDialog.tsx'
import { ScanRefused } from '#web/resources/scan/ScanRefused.ts'
import { signInByBadge } from '../security/badgeCalls.ts'
import { useRefusalText } from '../useRefusalText.ts'

interface BadgeSignInProps {
  /** Whether the button for the camera is shown. */
  isShown: boolean
  remember: boolean
  onSecondFactor: (factor: RequiredSecondFactor | null) => void
  onRefused: (text: string) => void
}

/** Signs in by badge: listens for keyboard readers, and offers the camera. */
export function BadgeSignIn({ isShown, ...signingIn }: BadgeSignInProps) {
  const { t } = useTranslation()
  const { isBusy, isScanning, setIsScanning, scan } = useBadge(signingIn)
  return (
    <>
      {isShown && (
        <>
          <Button
            variant="default"
            size="md"
            leftSection={<IconQrcode size={18} aria-hidden />}
            onClick={() => {
              signingIn.onRefused('')
              setIsScanning(true)
            }}
          >
            {t('login.ways.scan')}
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {t('login.ways.badge_hint')}
          </Text>
        </>
      )}
      {isBusy && <Loader size="xs" mx="auto" />}
      {isScanning && (
        <Suspense fallback={<Loader size="xs" mx="auto" />}>
          <LazyScanDialog
            kind="user_qr_code"
            title={t('login.ways.scan')}
            hint={t('login.ways.scan_hint')}
            onScan={scan}
            onClose={() => setIsScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Signs in with a badge read by a keyboard reader or the camera. */
function useBadge({ remember, onSecondFactor, onRefused }: Omit<BadgeSignInProps, 'isShown'>) {
  const refusalText = useRefusalText()
  const [isBusy, setIsBusy] = useState(false)
  const [isScanning, setIsScanning] = useState(false)
  const enter = async (value: string) => {
    if (isBusy) return
    onRefused('')
    setIsBusy(true)
    try {
      onSecondFactor(await signInByBadge(value, remember))
    } catch (failure) {
      onRefused(refusalText(failure))
      setIsBusy(false)
    }
  }
  const scan = async (value: string) => {
    // Other codes that the camera sees are ignored.
    if (badgeKindOf(value) === undefined) throw new ScanRefused('wrong_kind')
    const factor = await signInByBadge(value, remember)
    setIsScanning(false)
    onSecondFactor(factor)
  }
  useKeyboardReader(
    (value) => void enter(value),
    // The dialog listens for itself.
    (value) => !isScanning && badgeKindOf(value) !== undefined,
  )
  return { isBusy, isScanning, setIsScanning, scan }
}
