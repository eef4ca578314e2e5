import { isObject } from '#core/platform/values.ts'

/** The code of an error of Node, PostgreSQL or a library; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  const { code } = isObject(error) ? error : {}
  return typeof code === 'string' ? code : undefined
}
