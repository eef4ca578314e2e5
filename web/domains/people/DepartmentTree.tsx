import '@mantine/core/styles/Tree.css'
import {
  ActionIcon,
  Anchor,
  Group,
  Paper,
  Skeleton,
  Text,
  Tree,
  type TreeNodeData,
  useTree,
} from '@mantine/core'
import { IconArrowsMove, IconChevronRight, IconHierarchy } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { departments } from '#core/domains/people/departments.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListState } from '#web/resources/list/useListState.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useRecords } from '#web/resources/useRecords.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './DepartmentTree.module.css'
import { type DepartmentRow, parentAfterDrop, treeOf, useMoveDepartment } from './departmentTree.ts'
import { MoveDepartment } from './MoveDepartment.tsx'

/** The tree of departments. One is moved by dragging it, or by its button. */
export function DepartmentTree({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const mayMove = useMay()('configuration.update')
  const { data, isError, error, refetch } = useRecords(departments, {
    ...state.request,
    page_num: '1',
    page_size: '0',
  })
  const rows = data?.rows as unknown as DepartmentRow[] | undefined
  const [moving, setMoving] = useState<DepartmentRow | null>(null)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!rows) return <Skeleton h={320} />
  if (rows.length === 0) return <NoDepartments />
  return (
    <Paper p="md">
      {mayMove && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('organisation.move_hint')}
        </Text>
      )}
      <MovableTree rows={rows} onMove={mayMove ? setMoving : undefined} />
      {moving && <MoveDepartment row={moving} rows={rows} onClose={() => setMoving(null)} />}
    </Paper>
  )
}

interface MovableTreeProps {
  rows: readonly DepartmentRow[]
  /** Undefined if the user may not move departments. */
  onMove: ((row: DepartmentRow) => void) | undefined
}

function MovableTree({ rows, onMove }: MovableTreeProps) {
  const { t } = useTranslation()
  const nodes = useMemo(() => treeOf(rows), [rows])
  const byId = useMemo(() => new Map(rows.map((row) => [String(row.department_id), row])), [rows])
  const tree = useTree()
  const move = useMoveDepartment()
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything is open at first, and as the search finds it.
  useEffect(() => tree.expandAllNodes(), [nodes])
  return (
    <Tree
      data={nodes}
      tree={tree}
      withLines
      expandOnClick={false}
      aria-label={t('records.departments.label')}
      allowDrop={(drop) => parentAfterDrop(byId, drop) !== undefined}
      onDragDrop={
        onMove
          ? (drop) => {
              const row = byId.get(drop.draggedNode)
              const parent = parentAfterDrop(byId, drop)
              if (row && parent !== undefined) move.mutate({ row, parent })
            }
          : undefined
      }
      renderNode={({ node, expanded, hasChildren, elementProps }) => (
        <Node
          {...{ node, expanded, hasChildren, elementProps }}
          row={byId.get(node.value)}
          onToggle={() => tree.toggleExpanded(node.value)}
          onMove={onMove}
        />
      )}
    />
  )
}

function NoDepartments() {
  const { t } = useTranslation()
  const mayMake = useMay()('configuration.create')
  return (
    <Paper>
      <EmptyState
        Icon={IconHierarchy}
        title={t('resources.nothing_here')}
        {...(mayMake && { help: t('resources.first_hint') })}
      />
    </Paper>
  )
}

interface NodeProps {
  node: TreeNodeData
  row: DepartmentRow | undefined
  expanded: boolean
  hasChildren: boolean
  elementProps: object
  onToggle: () => void
  onMove: ((row: DepartmentRow) => void) | undefined
}

function Node({ row, expanded, hasChildren, elementProps, onToggle, onMove }: NodeProps) {
  const { t } = useTranslation()
  if (!row) return null
  const name = row.department_name
  return (
    <Group gap="xs" wrap="nowrap" py={4} {...elementProps}>
      <ActionIcon
        size="sm"
        tabIndex={-1}
        style={{ visibility: hasChildren ? undefined : 'hidden' }}
        aria-label={t(expanded ? 'organisation.close' : 'organisation.open', { name })}
        onClick={onToggle}
      >
        <IconChevronRight size={16} className={styles.chevron} data-is-open={expanded || undefined} />
      </ActionIcon>
      <NodeText row={row} />
      {onMove && (
        <ActionIcon size="lg" aria-label={t('organisation.move', { name })} onClick={() => onMove(row)}>
          <IconArrowsMove size={18} />
        </ActionIcon>
      )}
    </Group>
  )
}

function NodeText({ row }: { row: DepartmentRow }) {
  const addressOf = useRecordAddress()
  return (
    <div style={{ minWidth: 0, flex: 1 }}>
      <Anchor
        component={Link}
        to={addressOf('departments', row.department_id) ?? ''}
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        draggable={false}
      >
        {row.department_name}
      </Anchor>
      <Text size="xs" c="dimmed" truncate dir="auto">
        {[row.manager_title, row.cost_center, row.parent_department_id === null && row.company_title]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  )
}
