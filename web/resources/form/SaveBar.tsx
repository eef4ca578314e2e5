import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { StickyBar } from './StickyBar.tsx'

interface SaveBarProps {
  isDirty: boolean
  isSaving: boolean
  /** There is nothing yet that could be gone back to: saving is always possible, going back never. */
  isNew?: boolean
  onDiscard: () => void
}

/** Saving a form and going back to what is saved; it stays in sight however long the form is. */
export function SaveBar({ isDirty, isSaving, isNew = false, onDiscard }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <StickyBar>
      {!isNew && (
        <Button variant="default" onClick={onDiscard}>
          {t(isDirty ? 'resources.reset' : 'resources.cancel')}
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={!isDirty && !isNew}>
        {t('resources.save')}
      </Button>
    </StickyBar>
  )
}
