import { expect, test } from 'vitest'
import { type DepartmentRow, parentAfterDrop, treeOf } from './departmentTree.ts'

const row = (department_id: number, parent_department_id: number | null, company_id = 1): DepartmentRow => ({
  department_id,
  department_name: `D${department_id}`,
  parent_department_id,
  company_id,
  company_title: null,
  manager_title: null,
  cost_center: null,
  updated_at: '2026-01-01T00:00:00Z',
})
const rows = [row(1, null), row(2, 1), row(3, 2), row(4, null), row(5, null, 2), row(6, 99)]
const byId = new Map(rows.map((item) => [String(item.department_id), item]))
const drop = (draggedNode: number, position: 'before' | 'after' | 'inside', targetNode: number) =>
  parentAfterDrop(byId, { draggedNode: String(draggedNode), targetNode: String(targetNode), position })

test('departments are nested; a department without a visible parent is at the top', () => {
  expect(treeOf(rows)).toEqual([
    {
      value: '1',
      label: 'D1',
      children: [{ value: '2', label: 'D2', children: [{ value: '3', label: 'D3' }] }],
    },
    { value: '4', label: 'D4' },
    { value: '5', label: 'D5' },
    { value: '6', label: 'D6' },
  ])
})

test('dropped on a department it becomes its child, dropped next to it its sibling', () => {
  expect(drop(4, 'inside', 3)).toBe(3)
  expect(drop(4, 'before', 3)).toBe(2)
  expect(drop(3, 'after', 1)).toBe(null)
})

test('nothing can be dropped into itself, into another company, or where it already is', () => {
  expect(drop(1, 'inside', 3)).toBeUndefined()
  expect(drop(1, 'before', 3)).toBeUndefined()
  expect(drop(4, 'inside', 5)).toBeUndefined()
  expect(drop(2, 'inside', 1)).toBeUndefined()
})
