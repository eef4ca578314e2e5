import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

/** Asks before an API key is revoked: programs that use it stop working. */
export function useRevoke(
  revoke: () => Promise<unknown>,
  onRevoked: () => Promise<void>,
): { isRevoking: boolean; ask: () => void } {
  const { t } = useTranslation()
  const { isPending, mutate } = useMutation({ mutationFn: revoke, onSuccess: onRevoked })
  const ask = () =>
    modals.openConfirmModal({
      title: t('security.api_keys.revoke'),
      children: t('security.api_keys.revoke_why'),
      labels: { confirm: t('security.api_keys.revoke'), cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm: () => mutate(),
    })
  return { isRevoking: isPending, ask }
}
