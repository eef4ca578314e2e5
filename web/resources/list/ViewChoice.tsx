import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconHierarchy, IconList, IconMap } from '@tabler/icons-react'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListKind } from './listKind.ts'
import type { ListState } from './useListState.ts'

const VIEW_ICONS = { cards: IconList, map: IconMap, tree: IconHierarchy }

/** Rows, or the one other view of the kind; on phones a button that changes between them. */
export function ViewChoice({ state, kind }: { state: ListState; kind: ListKind }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const other = kind.Map ? 'map' : 'tree'
  const view = state.isMap || state.isTree ? other : isPhone ? 'cards' : 'table'
  const change = (next: string) => state.change({ view: next === other ? other : null })
  const next = view === other ? 'cards' : other
  const Icon = VIEW_ICONS[next]
  return isPhone ? (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={t(`resources.as_${next}`)}
      onClick={() => change(next)}
    >
      <Icon size={18} />
    </ActionIcon>
  ) : (
    <SegmentedControl
      size="xs"
      aria-label={t('resources.view')}
      value={view}
      onChange={change}
      data={['table', other].map((value) => ({ value, label: t(`resources.as_${value}`) }))}
    />
  )
}
