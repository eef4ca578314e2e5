import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { loadInputs } from './LazySectionInputs.tsx'

interface EditButtonProps {
  ref?: Ref<HTMLButtonElement>
  what: string
  onEdit: () => void
}

/** Edits one part of a record in place. */
export function EditButton({ ref, what, onEdit }: EditButtonProps) {
  const { t } = useTranslation()
  const prefetch = () => void loadInputs().catch(() => {})
  return (
    <Button
      ref={ref}
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={`${t('resources.edit')}: ${what}`}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={onEdit}
    >
      {t('resources.edit')}
    </Button>
  )
}
