import { Box, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

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
    <Box
      pos="sticky"
      bottom="var(--app-shell-footer-offset, 0)"
      py="sm"
      bg="var(--ullage-ground)"
      style={{ zIndex: 2 }}
    >
      <Group justify="flex-end">
        {!isNew && (
          <Button variant="default" onClick={onDiscard}>
            {t(isDirty ? 'resources.reset' : 'resources.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={!isDirty && !isNew}>
          {t('resources.save')}
        </Button>
      </Group>
    </Box>
  )
}
