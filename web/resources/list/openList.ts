import type { ListKind } from './listKind.ts'

/** A list with a filter for open records. */
export const openList: ListKind = {
  filters: { dashboard: { text: 'resources.widget.open', values: [{ value: '1', text: 'yes' }] } },
}
