import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

const NOTES = ['messages.sign_up_requested']

/** What was done on the page from which one came to the door. */
export function SignInNotice() {
  const { t } = useTranslation()
  const { state } = useLocation()
  const note = (state as { note?: string } | null)?.note ?? ''
  if (!NOTES.includes(note)) return null
  return (
    <Alert color="fine" role="status">
      {t(note)}
    </Alert>
  )
}
