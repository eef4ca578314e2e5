import { z } from 'zod'

/** Common properties of all list kinds. */
export const anyList = {
  answer: () => z.array(z.any()),
} as const
