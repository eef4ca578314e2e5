import type { RouteField } from '#core/resources/kinds/route.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const route: WebKind<RouteField> = {
  Cell: PlainCell,
}
