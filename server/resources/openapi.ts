import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Access, Call } from '#server/platform/http.ts'
import { bodySchemas } from './describedBody.ts'

const AT_ONCE = 10

/** The document of every call, made from the same facts that route, permit and check it. */
export async function openApiOf(calls: readonly Call[], publicUrl: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [at, call] of calls.entries()) {
    // All of them take a second: others are let through between.
    if (at % AT_ONCE === 0) await setImmediate()
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ullage',
      version: '1',
      description:
        'Watches liquid tanks and keeps them filled. Every call needs the header x-api-key; every call but the ' +
        'public ones a bearer token from /authenticate/login.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        device: { type: 'apiKey', in: 'header', name: 'x-device-key' },
        client: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: { Error: jsonSchema(ErrorBody) },
    },
    paths,
  }
}

const ErrorBody = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), rule: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})

const REFUSALS: Record<string, string> = {
  400: 'Malformed',
  403: 'No session',
  404: 'No such record, or none that you may see',
  405: 'Not permitted',
  409: 'The record moved on, or the step is not possible now',
  422: 'A field that failed its check',
}

function operationOf(call: Call): object {
  const body = call.body && (bodySchemas.get(call.body)?.() ?? call.body)
  return {
    tags: [call.tag],
    summary: call.summary,
    ...(typeof call.access === 'object' && { 'x-permission': `${call.access.module}.${call.access.action}` }),
    security: securityOf(call.access),
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(body && { requestBody: { content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }),
    responses: {
      200: {
        description: 'Done',
        content: call.produces
          ? { [call.produces]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: jsonSchema((call.answer ?? z.looseObject({})).extend({ code: z.literal(200) })),
              },
            },
      },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

function securityOf(access: Access): object[] {
  if (access === 'public') return [{ client: [] }]
  return access === 'device' ? [{ device: [] }] : [{ client: [], session: [] }]
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(type as z.ZodType, 'input'),
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io }) as Record<
    string,
    unknown
  >
  return rest
}
