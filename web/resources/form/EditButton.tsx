import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { loadInputs } from './LazySectionInputs.tsx'

interface EditButtonProps {
  ref?: Ref<HTMLButtonElement>
  what: string
  /** It stands alone, without a heading, and names what it edits. */
  isAlone?: boolean
  onEdit: () => void
}

/** Edits one part of a record in place. */
export function EditButton({ ref, what, isAlone, onEdit }: EditButtonProps) {
  const { t } = useTranslation()
  const prefetch = () => void loadInputs().catch(() => {})
  return (
    <Button
      ref={ref}
      size="compact-sm"
      variant="subtle"
      // A long title wraps instead.
      flex="none"
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={`${t('resources.edit')}: ${what}`}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={onEdit}
    >
      {isAlone ? what : t('resources.edit')}
    </Button>
  )
}
