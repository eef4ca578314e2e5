import { listText } from './listText.ts'
import { PlainCell } from './PlainCell.tsx'

/** Shared by all kinds of list. */
export const anyList = {
  Cell: PlainCell,
  Change: ListChange,
  hasNoColumn: true,
  isWide: () => true,
} as const

function ListChange({ value }: { value: unknown }) {
  return <span>{listText(value)}</span>
}
