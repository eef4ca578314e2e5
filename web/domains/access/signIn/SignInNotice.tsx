import { Alert } from '@mantine/core'
import { type Location, useLocation } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'

const NOTES = ['messages.sign_up_requested']

/** The result of the page before the sign-in page. */
export function SignInNotice() {
  const { t } = useTranslation()
  const { state }: Location<{ note?: string } | null> = useLocation()
  const note = state?.note ?? ''
  if (!NOTES.includes(note)) return null
  return (
    <Alert color="fine" role="status">
      {t(note)}
    </Alert>
  )
}
