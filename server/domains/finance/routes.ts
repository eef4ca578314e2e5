import { z } from 'zod'
import type { Call } from '#server/platform/http.ts'
import { readCurrencyMarks } from '#server/resources/currencyMarks.ts'

export const financeCalls: Call[] = [
  {
    method: 'GET',
    path: '/currencies/marks',
    tag: 'currencies',
    summary: 'How each currency is written: what whoever reads an amount needs',
    access: 'session',
    answer: z.object({ currencies: z.array(z.looseObject({})) }),
    run: async (context) => ({ currencies: await readCurrencyMarks(context) }),
  },
]
