import type { RouteField } from '#core/resources/kinds/route.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const route: ServerKind<RouteField> = {
  ...anyText,
  rules: () => 'route',
}
