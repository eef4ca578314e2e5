import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { CallRefused } from './calls/api.ts'

type ToastType = 'success' | 'info' | 'warning' | 'error'

const COLORS: Record<ToastType, string> = { success: 'fine', info: 'brand', warning: 'mild', error: 'urgent' }
const DURATION_MS = 4000
const ERROR_DELAY_MS = 500

/** @param id prevents two equal toasts at once */
export function toast(
  message: ReactNode,
  type: ToastType = 'info',
  duration = DURATION_MS,
  id?: string,
): string {
  return notifications.show({
    ...(id && { id }),
    message,
    color: COLORS[type],
    autoClose: duration,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('ui.close') },
  })
}

/** Shows the message of a successful call. */
export function toastResponse(answer: unknown): void {
  const {
    message,
    type,
    duration,
  }: {
    message?: string
    type?: ToastType
    duration?: number
  } = answer ?? {}
  if (message) toast(message, type ?? 'success', duration)
}

/** Shows why a call was refused. Invalid fields are marked in place, and an ended session leads to the sign-in page instead. */
export function toastRefusal(failure: unknown): void {
  const text = refusalText(failure)
  // After the end of a session all running calls are refused.
  const id = failure instanceof CallRefused && failure.code === 401 ? 'session' : undefined
  if (text) setTimeout(() => toast(text, 'error', DURATION_MS, id), ERROR_DELAY_MS)
}

/** Shows the issues of each field of a call without a form. */
export function toastIssues(failure: unknown): void {
  const issues = (failure instanceof CallRefused && failure.body.errors) || []
  for (const { field, message } of issues) toast(message, 'error', DURATION_MS, field)
}

function refusalText(failure: unknown): string {
  if (!(failure instanceof CallRefused)) return i18next.t('messages.server_error')
  const { code, message, errors, current } = failure.body
  if (code === 0) return i18next.t('ui.error.unreachable')
  if (code === 403 || (code === 409 && current) || (code === 422 && errors?.length)) return ''
  return message || i18next.t(MESSAGES[code] ?? 'messages.server_error')
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'messages.bad_request',
  401: 'messages.invalid_credentials',
  404: 'messages.not_found',
  405: 'ui.error.denied',
  413: 'messages.too_large',
  415: 'messages.wrong_type',
  429: 'messages.too_many',
}
