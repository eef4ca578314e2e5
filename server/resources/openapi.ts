import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { bodySchemas } from '#server/platform/bodyCheckedByOperation.ts'
import type { Call } from '#server/platform/http.ts'
import { SharedSchemas } from './sharedSchemas.ts'

const AT_ONCE = 10

/** The document of every call, made from the same facts that route, permit and check it. */
export async function openApiOf(calls: readonly Call[], publicUrl: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {}
  const templates = new Map<string, string>()
  const schemas = new SharedSchemas('schemas')
  const parameters = new SharedSchemas('parameters')
  // First of all, so that nothing else is called so.
  const error = schemas.add('Error', jsonSchema(ErrorBody))
  for (const [at, call] of calls.entries()) {
    // All of them take a second: others are let through between.
    if (at % AT_ONCE === 0) await setImmediate()
    const path = templateOf(call.path, templates)
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operationOf(call, path, { schemas, parameters }),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ullage',
      version: '1',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Watches liquid tanks and keeps them filled. Every call needs the header x-api-key; every call but the ' +
        'public ones a bearer token from /authenticate/login.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: SESSION,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        device: { type: 'apiKey', in: 'header', name: 'x-device-key' },
        client: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      responses: {
        Refused: { description: REFUSALS, content: { 'application/json': { schema: error } } },
      },
      parameters: parameters.all(),
      schemas: schemas.all(),
    },
    paths,
  }
}

/** A path as the document writes it. Two calls that differ in the name of a parameter only stand under the first one's. */
function templateOf(path: string, known: Map<string, string>): string {
  const nameless = path.replace(/:\w+/g, ':')
  const template = known.get(nameless) ?? path.replace(/:(\w+)/g, '{$1}')
  known.set(nameless, template)
  return template
}

/** What somebody who did something is told of it, where there is something to say. */
const Notice = { message: z.string().optional(), type: z.string().optional() }

const ErrorBody = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), rule: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})

const REFUSALS =
  '400 malformed; 403 no session; 404 no such record, or none that you may see; 405 not permitted; ' +
  '409 the record moved on, or the step is not possible now; 422 a field that failed its check; 429 too often'

interface Shared {
  schemas: SharedSchemas
  parameters: SharedSchemas
}

function operationOf(call: Call, path: string, { schemas, parameters }: Shared): object {
  const body = call.body && (bodySchemas.get(call.body)?.() ?? call.body)
  const operationId = [call.method.toLowerCase(), ...call.path.match(/\w+/g)!].join('_')
  return {
    operationId,
    tags: [call.tag],
    summary: call.summary,
    ...(typeof call.access === 'object' && { 'x-permission': `${call.access.module}.${call.access.action}` }),
    ...securityOf(call.access),
    parameters: [...pathParameters(call, path), ...parametersOf(call.query)].map((one) =>
      parameters.add(one.name, withoutNoise(one)),
    ),
    ...(body && {
      requestBody: {
        content: {
          'application/json': {
            schema: schemas.add(`${operationId}_body`, withoutNoise(jsonSchema(body, 'input'))),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: call.produces
          ? { [call.produces]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: schemas.add(`${operationId}_answer`, withoutNoise(answerSchemaOf(call))),
              },
            },
      },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: object
}

/** Under the names of the path; a parameter that the call knows by another name says so. */
function pathParameters({ params, path: own }: Call, path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const ownNames = [...own.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return names.map((name, at) => {
    const ownName = ownNames[at]!
    const type = params?.shape[ownName] as z.ZodType | undefined
    return {
      name,
      in: 'path',
      required: true,
      ...(ownName !== name && { description: ownName }),
      schema: type ? jsonSchema(type, 'input') : { type: 'string' },
    }
  })
}

/** What the document tells of a call's answer, as JSON Schema. */
export function answerSchemaOf({ answer, method }: Pick<Call, 'answer' | 'method'>): object {
  const own = answer ?? z.looseObject({})
  const notice = method === 'GET' ? {} : Notice
  return jsonSchema(own.extend({ ...notice, ...own.shape, code: z.literal(200) }))
}

/** What nearly every call needs; the others say what they need instead. */
const SESSION = [{ client: [], session: [] }]

function securityOf(access: Call['access']): { security?: object[] } {
  if (access === 'public') return { security: [{ client: [] }] }
  return access === 'device' ? { security: [{ device: [] }] } : {}
}

function parametersOf(schema: z.ZodObject | undefined): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(type as z.ZodType, 'input'),
  }))
}

/**
 * A schema without what says nothing to its reader: the pattern of a date whose format is told, and the bounds of
 * what a JSON number can hold. They would be a tenth of the document.
 */
function withoutNoise(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { format, pattern, minimum, maximum, ...rest } = value
    return {
      ...rest,
      ...(format !== undefined && { format }),
      ...(pattern !== undefined && !DATES.includes(format) && { pattern }),
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    }
  })
}

const DATES = ['date', 'date-time']

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io }) as Record<
    string,
    unknown
  >
  return rest
}
