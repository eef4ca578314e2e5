import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { SavedViews } from './useSavedViews.ts'

const ViewChoices = lazyPart(() => import('./ViewChoices.tsx').then((m) => m.ViewChoices))
const NewView = lazyPart(() => import('./NewView.tsx').then((m) => m.NewView))

/** The saved views of a list: open, save, share, set as default. */
export function ViewMenu({ saved }: { saved: SavedViews }) {
  const { t } = useTranslation()
  const [isNaming, setIsNaming] = useState(false)
  const { current } = saved
  const label = current ? t('resources.view_named', { name: current.name }) : t('resources.saved_views')
  return (
    <>
      <Menu position="bottom-end" width={300} closeOnItemClick={false}>
        <Menu.Target>
          <Hint label={label}>
            <ActionIcon variant="default" size="lg" aria-label={label}>
              {current ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
            </ActionIcon>
          </Hint>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense fallback={<Skeleton h={120} />}>
            <ViewChoices saved={saved} onNew={() => setIsNaming(true)} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Suspense fallback={<Loading what="dialog" />}>
          <NewView saved={saved} onClose={() => setIsNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
