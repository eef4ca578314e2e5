import i18next from 'i18next'
import { toast } from './toast.ts'

const MIN_PAUSE_MS = 1500
let last = 0

/** Copies a text and reports the result; a second click right after reports nothing. */
export async function copyText(text: string): Promise<void> {
  const now = Date.now()
  if (now - last < MIN_PAUSE_MS) return
  last = now
  try {
    await navigator.clipboard.writeText(text)
    toast(i18next.t('ui.copied'), 'success')
  } catch {
    toast(i18next.t('ui.not_copied'), 'error')
  }
}
