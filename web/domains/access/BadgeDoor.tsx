import { Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallRefused } from '#web/platform/api.ts'
import type { SecondFactorAsked } from '#web/platform/session.tsx'
import { signInByBadge } from './badgeCalls.ts'
import { useKeyboardReader } from './useKeyboardReader.ts'

interface BadgeDoorProps {
  remember: boolean
  onAsked: (asked: SecondFactorAsked | null) => void
  onRefused: (text: string) => void
}

/** The way in by a badge: readers that type are heard while the door is shown. */
export function BadgeDoor({ remember, onAsked, onRefused }: BadgeDoorProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const enter = async (value: string) => {
    if (isBusy) return
    onRefused('')
    setIsBusy(true)
    try {
      onAsked(await signInByBadge(value, remember))
    } catch (failure) {
      const isSaid = failure instanceof CallRefused && failure.code > 0
      onRefused(isSaid ? failure.message : t('login.unreachable'))
      setIsBusy(false)
    }
  }
  useKeyboardReader((value) => void enter(value))
  return (
    <Text size="sm" c="dimmed" ta="center">
      {isBusy ? <Loader size="xs" /> : t('login.door.badge_hint')}
    </Text>
  )
}
