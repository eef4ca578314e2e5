import { listText } from './listText.ts'
import { PlainCell } from './PlainCell.tsx'

/** What all kinds of list have in common. */
export const anyList = {
  Cell: PlainCell,
  Change: ListChange,
  hasNoColumn: true,
  isWide: () => true,
} as const

function ListChange({ value }: { value: unknown }) {
  return <span>{listText(value)}</span>
}
