import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'

/** Asks before an API key is revoked: programs that use it stop working. */
export function useRevoke(
  revoke: () => Promise<unknown>,
  onRevoked: () => Promise<void>,
): { isRevoking: boolean; ask: () => void } {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { isPending, mutate } = useMutation({ mutationFn: revoke, onSuccess: onRevoked })
  const ask = () =>
    confirm({
      title: t('security.api_keys.revoke'),
      why: t('security.api_keys.revoke_why'),
      onConfirm: () => mutate(),
    })
  return { isRevoking: isPending, ask }
}
