import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { ListAppearanceProps } from './ListAppearanceChoices.tsx'

const Choices = lazyPart(() => import('./ListAppearanceChoices.tsx').then((m) => m.ListAppearanceChoices))

/** The columns of a list, their order, and the height of rows. */
export function ListAppearanceMenu(props: ListAppearanceProps) {
  const { t } = useTranslation()
  const label = t('resources.columns')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus width={320}>
      <Popover.Target>
        <Hint label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} visibleFrom="sm">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Hint>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton h={320} />}>
          <Choices {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
