import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { bodySchemas } from '#server/platform/http/bodyCheckedByOperation.ts'
import { type Call, isOpenToKeys } from '#server/platform/http/http.ts'
import { describeAccess, describeBody, describeResponse, tagsOf } from './describeCalls.ts'
import { SharedParts } from './sharedParts.ts'

const AT_ONCE = 10

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer' },
  key: { type: 'http', scheme: 'bearer', bearerFormat: 'ulg_…' },
  device: { type: 'apiKey', in: 'header', name: 'x-device-key' },
  client: { type: 'apiKey', in: 'header', name: 'x-api-key' },
}

/** The document of all calls, generated from the definitions that route, permit and validate them. */
export async function openApiOf(calls: readonly Call[], publicUrl: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {}
  const templates = new Map<string, string>()
  const parts = new SharedParts()
  for (const [index, call] of calls.entries()) {
    // Describing all calls takes a second, so other calls run in between.
    if (index % AT_ONCE === 0) await setImmediate()
    const path = templateOf(call.path, templates)
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operationOf(call, path, parts),
    }
  }
  const { schemas, responses, ...shared } = parts.settle(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ullage',
      version: '1',
      contact: { name: 'Ullage', url: publicUrl },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Watches liquid tanks and keeps them filled. Programs call with an API key of an account. Every other call needs ' +
        'the header x-api-key; every call but the public ones a bearer token from /authenticate/login.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: SESSION_OR_KEY,
    tags: tagsOf(calls),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: { Refused: REFUSED, ...responses },
      schemas: { Error: jsonSchema(ErrorBody), ...schemas },
      ...shared,
    },
    paths,
  }
}

/** A path as the document writes it. Two calls that differ only in the name of a parameter share the first one's. */
function templateOf(path: string, known: Map<string, string>): string {
  const nameless = path.replace(/:\w+/g, ':')
  const template = known.get(nameless) ?? path.replace(/:(\w+)/g, '{$1}')
  known.set(nameless, template)
  return template
}

/** The optional notice to the user who did something. */
const Notice = { message: z.string().optional(), type: z.string().optional() }

const ErrorBody = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), rule: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})

const REFUSALS =
  '400 malformed; 401 no valid API key; 403 no session; 404 no such record, or none that you may see; 405 not permitted; ' +
  '409 the record moved on, or the step is not possible now; 422 a field that failed its check; 429 too often'

function operationOf(call: Call, path: string, parts: SharedParts): object {
  const body = call.body && (bodySchemas.get(call.body)?.() ?? call.body)
  const operationId = [call.method.toLowerCase(), ...(call.path.match(/\w+/g) ?? [])].join('_')
  const parameters = [...pathParameters(call, path), ...parametersOf(call.query)]
  const schemaOf = (name: string, schema: Json) => parts.addSchema(`${operationId}_${name}`, concise(schema))
  return {
    operationId,
    tags: [call.tag],
    summary: call.summary,
    description: describeAccess(call),
    ...(typeof call.access === 'object' && { 'x-permission': `${call.access.module}.${call.access.action}` }),
    ...securityOf(call),
    parameters: parameters.map((parameter) =>
      parts.add('parameters', parameter.name, concise({ ...parameter })),
    ),
    ...(body && {
      requestBody: parts.add('requestBodies', operationId, {
        content: {
          'application/json': { schema: schemaOf('body', describeBody(call.tag, jsonSchema(body, 'input'))) },
        },
      }),
    }),
    responses: {
      200: parts.add('responses', operationId, {
        description: 'Done',
        content: call.produces
          ? { [call.produces]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: schemaOf('answer', describeResponse(call.tag, responseSchemaOf(call))),
              },
            },
      }),
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

type Json = Record<string, unknown>

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: true
  description?: string
  schema: object
}

/** Parameters under the names of the path; for a parameter with another name in the call, the description gives it. */
function pathParameters({ params, path: own }: Call, path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const ownNames = [...own.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.map((name, index) => {
    const ownName = itemAt(ownNames, index)
    const type = params?.shape[ownName]
    return {
      name,
      in: 'path',
      required: true,
      ...(ownName !== name && { description: ownName }),
      schema: type ? jsonSchema(type, 'input') : { type: 'string' },
    }
  })
}

/** A call's response in the document, as JSON Schema. */
export function responseSchemaOf({ answer, method }: Pick<Call, 'answer' | 'method'>): Json {
  const own = answer ?? z.looseObject({})
  const notice = method === 'GET' ? {} : Notice
  return jsonSchema(own.extend({ ...notice, ...own.shape, code: z.literal(200) }))
}

/** The requirements of nearly every call; the others state their own. */
const SESSION = { client: [], session: [] }
const SESSION_OR_KEY = [SESSION, { key: [] }]

const REFUSED = {
  description: REFUSALS,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function securityOf(call: Call): { security?: object[] } {
  if (call.access === 'public') return { security: [{ client: [] }] }
  if (call.access === 'device') return { security: [{ device: [] }] }
  if (call.byAddress) return { security: [] }
  return isOpenToKeys(call) ? {} : { security: [SESSION] }
}

function parametersOf(schema: z.ZodObject | undefined): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => {
    const { description, ...rest } = jsonSchema(type, 'input')
    return { name, in: 'query', ...(typeof description === 'string' && { description }), schema: rest }
  })
}

/**
 * Shortens a schema: without the pattern of a date with a format, the bounds of JSON numbers and zero minimum lengths; several literals as
 * an `enum`, and a nullable value as two types. These would be a sixth of the document. A tuple, whose length is limited, permits any further
 * items, because Spectral treats `items: false` as none.
 */
function concise(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { format, pattern, minimum, maximum, minLength, anyOf, ...rest } = value
    return {
      ...(anyOf && unionOf(anyOf)),
      ...rest,
      ...(rest.prefixItems && rest.items === false && { items: {} }),
      ...(format !== undefined && { format }),
      ...(pattern !== undefined && !DATES.includes(format) && { pattern }),
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
      ...(minLength && { minLength }),
    }
  })
}

const DATES = ['date', 'date-time']
const PLAIN = ['string', 'number', 'integer', 'boolean']

/** One of several schemas. */
function unionOf(anyOf: readonly Json[]): Json {
  const [one, other] = anyOf
  if (anyOf.every((option) => 'const' in option)) return { enum: anyOf.map((option) => option.const) }
  const { type, enum: values, ...rest } = one ?? {}
  if (anyOf.length !== 2 || !isOnlyNull(other) || !PLAIN.includes(String(type))) return { anyOf }
  return { type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }), ...rest }
}

function isOnlyNull(schema: Json | undefined): boolean {
  return schema?.type === 'null' && Object.keys(schema).length === 1
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest }: Record<string, unknown> = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io,
  })
  return rest
}
