import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emit } from '#server/platform/jobs/events.ts'
import { COMPANY, tokenOf } from './testing/accounts.ts'
import { startTestServer } from './testing/startTestServer.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const ERROR = 2

let collector: http.Server
let received: string[] = []
beforeAll(async () => {
  collector = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(`${request.url} ${body}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
})
afterAll(() => collector.close())

const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const spansReceived = () =>
  received.flatMap((text): Span[] => {
    expect(text).toMatch(/^\/v1\/traces /)
    return JSON.parse(text.slice(text.indexOf('{')))
      .resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: object[] }) => scopeSpans)
      .flatMap(({ spans }: { spans: Span[] }) => spans)
  })

/** Sends the body once the server has the headers: reading it must keep the span of the call. */
function postInParts(url: string, body: string): Promise<number | undefined> {
  const headers = {
    'x-api-key': 'ullage-web',
    authorization: `Bearer ${tokenOf('customer')}`,
    'content-type': 'application/json',
    'content-length': body.length,
    traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    expect: '100-continue',
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('continue', () => request.end(body))
    request.on('error', reject)
    request.flushHeaders()
  })
}

test('calls and events are sent as traces with their statements, never with values', async () => {
  received = []
  const server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })
  const body = JSON.stringify({ tag: 'Secretqvx', company_id: COMPANY.customer })
  expect(await postInParts(`http://127.0.0.1:${server.port}/api/tags`, body)).toBe(200)
  await server.as('customer').call('GET', '/tags/999999999')
  await emit({ db: server.db }, 'readings.stored', [{ device_ids: [] }])
  await expect.poll(() => server.db.selectFrom('events').select('event_id').execute()).toEqual([])
  await server.close()
  const spans = spansReceived()
  const post = spans.find(({ name }) => name === 'POST /api/tags')!
  expect(post).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' })
  const status = post.attributes.find(({ key }) => key === 'http.response.status_code')
  expect(status?.value.intValue).toBe(200)
  const inserts = spans.filter(({ parentSpanId, name }) => parentSpanId === post.spanId && name === 'insert')
  expect(inserts.length).toBeGreaterThan(0)
  expect(spans.some(({ name }) => name === 'GET /api/tags/:tag_id')).toBe(true)
  expect(spans.some(({ name, parentSpanId }) => name === 'event readings.stored' && !parentSpanId)).toBe(true)
  expect(spans.every(({ parentSpanId, name }) => parentSpanId || !/^(select|insert)/.test(name))).toBe(true)
  expect(spans.some(({ status: { code } }) => code === ERROR)).toBe(false)
  expect(received.join()).not.toMatch(/Secretqvx|999999999/i)
})

test('a collector that does not respond delays neither calls nor the stop', async () => {
  const server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await server.as('customer').call('GET', '/tags')).status).toBe(200)
  await server.close()
})

test('nothing is sent without a collector', async () => {
  received = []
  const server = await startTestServer()
  await server.as('customer').call('GET', '/tags')
  await server.close()
  expect(received).toEqual([])
})
