import pg from 'pg'
import { expect, vi } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'

/** Sends files of records to a test server and runs the steps of their imports, as an administrator. */
export function importing(server: () => TestServer) {
  const send = (
    resource: string,
    bytes: Buffer | string,
    as: LoginType = 'administrator',
    name = 'file.csv',
  ) =>
    uploadFile(server(), as, `/data_import_logs?resource=${resource}`, {
      bytes,
      field: 'file',
      name,
      type: 'text/plain',
    })

  const admin = (method: string, path: string, body?: unknown) =>
    server().as('administrator').call(method, `/data_import_logs${path}`, body)

  /** Runs a step of an import, and waits until the worker has finished it. */
  async function work(import_id: number, step: string, expected = 200) {
    const response = await admin('POST', `/${import_id}/${step}`)
    expect(response.status, response.raw).toBe(expected)
    await server().settle()
    return (await admin('GET', `/${import_id}`)).body.data_import_log
  }

  async function sent(content: Buffer | string, resource = 'tags') {
    const { status, body } = await send(resource, content)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data_import_log
  }

  async function checked(content: Buffer | string, resource = 'tags') {
    const { import_id } = await sent(content, resource)
    return { import_id, log: await work(import_id, 'check') }
  }

  async function imported(content: Buffer | string, resource = 'tags') {
    const { import_id } = await checked(content, resource)
    return { import_id, log: await work(import_id, 'import') }
  }

  /** Sends back the file of refused rows, corrected, and tests it. */
  async function corrected(import_id: number, correct: (file: string) => string) {
    const { raw } = await admin('GET', `/${import_id}/refused`)
    const response = await uploadFile(server(), 'administrator', `/data_import_logs/${import_id}/corrected`, {
      ...{ bytes: correct(raw), field: 'file', name: 'corrected.csv', type: 'text/csv' },
    })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    await server().settle()
    return (await admin('GET', `/${import_id}`)).body.data_import_log
  }

  return { send, admin, work, sent, checked, imported, corrected }
}

/** The numbers of new, changed, equal and refused rows. */
export const countsOf = (log: Record<string, number>) => [
  log['new_records'],
  log['changed_records'],
  log['same_records'],
  log['refused_records'],
]

export const errorsOf = (log: {
  report: { row: number; errors: { field: string; message: string }[] }[]
}): string[] =>
  log.report.flatMap(({ row, errors }) => errors.map(({ field, message }) => `${row} ${field}: ${message}`))

/** The matching statements that some work sends to the database. */
export async function statementsOf(pattern: RegExp, work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = query.mock.calls.map(([one]) => String((one as { text?: string }).text ?? one))
  query.mockRestore()
  return texts.filter((text) => pattern.test(text)).length
}
