import { z } from 'zod'

/** Common properties of all list kinds. */
export const anyList = {
  isOfOneRecord: true,
  isList: true,
  answer: () => z.array(z.any()),
} as const
