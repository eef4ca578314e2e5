import fastify from 'fastify'
import { expect, test } from 'vitest'
import { unavailable } from '#server/platform/refusal.ts'
import { answerError } from './answers.ts'

test.each([
  ['a database that goes away', () => unavailable(2), 503],
  ['an internal error', () => new Error('no such column'), 500],
])(
  'a file that was announced and cannot be written because of %s is answered as an error',
  async (_, why, status) => {
    const app = fastify()
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'en'))
    app.get('/export', async (_request, reply) => {
      void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="a.csv"')
      throw why()
    })
    const response = await app.inject('/export')
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code: status, message: expect.any(String) })
    expect(response.headers['content-disposition']).toBeUndefined()
    await app.close()
  },
)
