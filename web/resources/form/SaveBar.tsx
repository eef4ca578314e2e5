import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StickyBar } from './StickyBar.tsx'

interface SaveBarProps {
  isDirty: boolean
  isSaving: boolean
  /** Nothing is saved yet: saving is always possible, discarding never. */
  isNew?: boolean
  /** The address to which the user returns without a new record. */
  leavesTo?: string | undefined
  onDiscard: () => void
}

/** Saves a form or discards its changes; stays visible however long the form is. */
export function SaveBar({ isDirty, isSaving, isNew = false, leavesTo, onDiscard }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <StickyBar>
      {!isNew && (
        <Button variant="default" onClick={onDiscard}>
          {t(isDirty ? 'resources.reset' : 'resources.cancel')}
        </Button>
      )}
      {isNew && leavesTo && (
        <Button variant="default" component={Link} to={leavesTo}>
          {t('resources.cancel')}
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={!isDirty && !isNew}>
        {t('resources.save')}
      </Button>
    </StickyBar>
  )
}
