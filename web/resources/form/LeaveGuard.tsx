import { Button, Group, Modal, Text } from '@mantine/core'
import { type RefObject, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { UNSAFE_DataRouterContext as DataRouter, useBlocker } from 'react-router'

interface LeaveGuardProps {
  isDirty: boolean
  /** Set while the form itself leads on, because everything has been saved. */
  isSaved: RefObject<boolean>
  /** The form goes as well when only what stands behind the `?` changes, such as the tab. */
  isWithinScreen?: boolean
  /** One goes, and leaves the changes behind. */
  onLeave?: () => void
}

/** Asks before changes are left behind: at another screen, and at the closing of the page. */
export function LeaveGuard({ isDirty, isSaved, isWithinScreen, onLeave }: LeaveGuardProps) {
  const canBlock = useContext(DataRouter) !== null
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return canBlock ? <Blocker {...{ isDirty, isSaved, isWithinScreen, onLeave }} /> : null
}

function Blocker({ isDirty, isSaved, isWithinScreen, onLeave }: LeaveGuardProps) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isSaved.current &&
      // Another part of the same record: the form stays as it is.
      !(nextLocation.state as { isSameRecord?: true } | null)?.isSameRecord &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isWithinScreen === true && currentLocation.search !== nextLocation.search)),
  )
  const stay = () => blocker.reset?.()
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={t('resources.leave_title')}
      closeButtonProps={{ 'aria-label': t('resources.close') }}
    >
      <Text size="sm">{t('resources.leave')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => {
            onLeave?.()
            blocker.proceed?.()
          }}
        >
          {t('resources.leave_go')}
        </Button>
        <Button data-autofocus onClick={stay}>
          {t('resources.leave_stay')}
        </Button>
      </Group>
    </Modal>
  )
}
