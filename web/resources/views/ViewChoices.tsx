import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import {
  IconDeviceFloppy,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import type { SavedView, SavedViews } from './useSavedViews.ts'

/** The saved views and what can be done with them: fetched when their menu opens. */
export function ViewChoices({ saved, onNew }: { saved: SavedViews; onNew: () => void }) {
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
