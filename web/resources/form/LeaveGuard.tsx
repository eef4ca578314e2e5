import { Button, Group, Text } from '@mantine/core'
import { type RefObject, useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouter, type Location, useBlocker } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** Set while the form itself navigates, because everything has been saved. */
  isSaved: RefObject<boolean>
  /** The form also unmounts when only the query changes, such as the tab. */
  isWithinScreen?: boolean
  /** The user leaves and discards the changes. */
  onLeave?: () => void
}

/** Asks before unsaved changes are discarded by navigation or by closing the page. */
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

interface Navigation {
  currentLocation: Location
  /** Another tab of the same record: the form stays mounted. */
  nextLocation: Location<{ isSameRecord?: true } | null>
}

function Blocker({ isDirty, isSaved, isWithinScreen, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }: Navigation) =>
      isDirty &&
      !isSaved.current &&
      !nextLocation.state?.isSameRecord &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isWithinScreen === true && currentLocation.search !== nextLocation.search)),
  )
  const leave = () => {
    onLeave?.()
    blocker.proceed?.()
  }
  // Drawn only when needed: a screen that is read neither pays for the dialog nor loads its texts.
  return blocker.state === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={leave} />
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onStay} title={t('resources.leave_title')}>
      <Text size="sm">{t('resources.leave')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {t('resources.leave_go')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('resources.leave_stay')}
        </Button>
      </Group>
    </Dialog>
  )
}
