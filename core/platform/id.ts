import { z } from 'zod'

/** The id of a record in a URL: digits, within what a JSON number can hold. */
export const Id = z.coerce.number<number | string>().int().positive().max(Number.MAX_SAFE_INTEGER)
