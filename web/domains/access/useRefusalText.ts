import { useCallback } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Why a sign-in failed: the server's sentence, or that there was no response. The response of a proxy may have no message. */
export function useRefusalText(): (failure: unknown) => string {
  const { t } = useTranslation()
  return useCallback(
    (failure) =>
      (failure instanceof CallRefused && failure.code > 0 && failure.message) || t('login.unreachable'),
    [t],
  )
}
