import { z } from 'zod'

/** What all kinds of list have in common. */
export const anyList = {
  isOfOneRecord: true,
  isList: true,
  answer: () => z.array(z.any()),
} as const
