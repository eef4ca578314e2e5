import type { ListKind } from './listKind.ts'

/** A list that can be narrowed to what is still to be done. */
export const openList: ListKind = {
  filters: { dashboard: { text: 'resources.widget.open', values: [{ value: '1', text: 'yes' }] } },
}
