import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** The path of a screen. */
export interface RouteField extends TextLength {
  kind: 'route'
}

export const route: CoreKind<RouteField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' }),
}
