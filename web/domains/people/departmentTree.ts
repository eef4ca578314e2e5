import type { TreeNodeData } from '@mantine/core'
import { departments } from '#core/domains/people/departments.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useCommand } from '#web/platform/useCommand.ts'

export interface DepartmentRow {
  department_id: number
  department_name: string
  parent_department_id: number | null
  company_id: number
  company_title: string | null
  manager_title: string | null
  cost_center: string | null
  updated_at: string
}

interface Drop {
  draggedNode: string
  targetNode: string
  position: 'before' | 'after' | 'inside'
}

/** Nests each department in its parent; a department whose parent is not among the rows is at the top. */
export function treeOf(rows: readonly DepartmentRow[]): TreeNodeData[] {
  const known = new Set(rows.map(({ department_id }) => department_id))
  const parentOf = ({ parent_department_id: parent }: DepartmentRow) =>
    parent !== null && known.has(parent) ? parent : null
  const nodesOf = (parent: number | null): TreeNodeData[] =>
    rows
      .filter((row) => parentOf(row) === parent)
      .map(({ department_id, department_name }) => {
        const children = nodesOf(department_id)
        return {
          value: String(department_id),
          label: department_name,
          ...(children.length > 0 && { children }),
        }
      })
  return nodesOf(null)
}

/**
 * The parent after a drop: the target, or for a drop next to it the target's parent. Undefined if not allowed: another
 * company, itself or its descendants, or the current parent.
 */
export function parentAfterDrop(
  byId: ReadonlyMap<string, DepartmentRow>,
  { draggedNode, targetNode, position }: Drop,
): number | null | undefined {
  const [dragged, target] = [byId.get(draggedNode), byId.get(targetNode)]
  if (!dragged || !target || dragged.company_id !== target.company_id) return undefined
  const parent = position === 'inside' ? target.department_id : target.parent_department_id
  if (parent === dragged.parent_department_id || isWithin(byId, parent, dragged.department_id))
    return undefined
  return parent
}

/** Whether a department is another one, or its descendant at any depth. */
export function isWithin(
  byId: ReadonlyMap<string, DepartmentRow>,
  department: number | null,
  other: number,
): boolean {
  for (let at = department; at !== null; at = byId.get(String(at))?.parent_department_id ?? null)
    if (at === other) return true
  return false
}

/** Moves a department into another one, or to the top of its company. */
export function useMoveDepartment() {
  return useCommand([departments.name], ({ row, parent }: { row: DepartmentRow; parent: number | null }) =>
    request<StandardCalls<typeof departments>['update']>('PATCH', '/departments/:department_id', {
      params: { department_id: row.department_id },
      body: { parent_department_id: parent, if_updated_at: row.updated_at },
    }),
  )
}
