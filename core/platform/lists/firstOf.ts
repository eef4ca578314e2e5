import { itemAt } from './itemAt.ts'

/** The first item of a list that cannot be empty. @throws Error if it is */
export function firstOf<T>(items: ArrayLike<T>): T {
  return itemAt(items, 0)
}

/** The last item of a list that cannot be empty. @throws Error if it is */
export function lastOf<T>(items: ArrayLike<T>): T {
  return itemAt(items, items.length - 1)
}
