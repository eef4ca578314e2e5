import { expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf } from './schemaIssues.ts'

const Body = z.object({ method: z.enum(['cash', 'check']) })
const issues = (body: unknown) => issuesOf(Body.safeParse(body, { reportInput: true }).error!)

it('tells a choice that was left out from one that there is not', () => {
  expect(issues({})).toEqual([{ field: 'method', rule: 'required' }])
  expect(issues({ method: null })).toEqual([{ field: 'method', rule: 'required' }])
  expect(issues({ method: 'gold' })).toEqual([{ field: 'method', rule: 'choice' }])
})
