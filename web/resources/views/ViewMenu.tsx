import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconDeviceFloppy,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { SavedView, SavedViews } from './useSavedViews.ts'

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
          <Views saved={saved} onNew={() => setIsNaming(true)} />
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

function Views({ saved, onNew }: { saved: SavedViews; onNew: () => void }) {
  const { t } = useTranslation()
  const { can_save } = useUser()
  const { views, current, isChanged } = saved
  return (
    <>
      <Menu.Label>{t('resources.saved_views')}</Menu.Label>
      {views.length === 0 && (
        <Text size="sm" c="dimmed" px="sm" pb="xs">
          {t('resources.no_views')}
        </Text>
      )}
      {views.map((view) => (
        <ViewLine key={view.saved_view_id} view={view} saved={saved} isOpen={view === current} />
      ))}
      {can_save && <Menu.Divider />}
      {can_save && current?.is_own === 1 && isChanged && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} />}
          onClick={() => saved.save.mutate({ id: current.saved_view_id, state: saved.now })}
        >
          {t('resources.save_view', { name: current.name })}
        </Menu.Item>
      )}
      {can_save && (
        <Menu.Item leftSection={<IconPlus size={16} />} closeMenuOnClick onClick={onNew}>
          {t('resources.keep_view')}
        </Menu.Item>
      )}
    </>
  )
}

function ViewLine({ view, saved, isOpen }: { view: SavedView; saved: SavedViews; isOpen: boolean }) {
  const { t } = useTranslation()
  const { can_save } = useUser()
  const { name, is_default, is_own, is_shared } = view
  return (
    <Group gap={2} wrap="nowrap">
      <Menu.Item
        closeMenuOnClick
        fw={isOpen ? 600 : undefined}
        aria-current={isOpen || undefined}
        leftSection={is_shared === 1 && <IconUsers size={14} aria-label={t('resources.shared')} />}
        onClick={() => saved.open(view)}
      >
        {name}
      </Menu.Item>
      {can_save && (
        <Hint label={t('resources.begin_with')}>
          <ActionIcon
            aria-label={t('resources.begin_with_view', { name })}
            aria-pressed={is_default === 1}
            onClick={() => saved.begin.mutate(view)}
          >
            {is_default === 1 ? <IconStarFilled size={16} /> : <IconStar size={16} />}
          </ActionIcon>
        </Hint>
      )}
      {can_save && is_own === 1 && (
        <ActionIcon
          aria-label={t('resources.delete_view', { name })}
          onClick={() => saved.remove.mutate(view)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}
