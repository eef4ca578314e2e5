import { z } from 'zod'

/** The fields of a response that says what a write did: a sentence for the user, and the type of notice that shows it. */
export const messageFields = () => ({ message: z.string(), type: z.string() })
