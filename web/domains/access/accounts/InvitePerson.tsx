import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

const InvitePersonDialog = lazy(() =>
  import('./InvitePersonDialog.tsx').then((m) => ({ default: m.InvitePersonDialog })),
)

/** Whether the user may create people and grant a login type. */
export function useMayInvite(): boolean {
  const may = useMay()
  const { may_give = [] } = useUser()
  return may('users.create') && may('people.create') && may_give.length > 0
}

/**
 * Invites a new user; shown to users with the permission.
 * @param isMain it is the usual way to a new record of the list
 */
export function InvitePerson({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation()
  const mayInvite = useMayInvite()
  const [isOpen, setIsOpen] = useState(false)
  if (!mayInvite) return null
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={<IconMailForward size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('security.invite.new')}
      </Button>
      {isOpen && (
        <Suspense>
          <InvitePersonDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
