import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Call } from '#server/platform/http/http.ts'
import { responseSchemaOf } from '#server/resources/openapi.ts'
import { userFieldsVersion } from '#server/resources/userFields/userFields.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

const validators = new Map<string, ValidateFunction>()

/**
 * Checks that a response in a test matches the published OpenAPI document exactly.
 * @throws Error which the call answers as an internal error.
 */
export function compareWithDocument(call: Call, answer: object): void {
  const key = `${userFieldsVersion()} ${call.method} ${call.path}`
  const validate = validators.get(key) ?? ajv.compile(responseSchemaOf(call))
  validators.set(key, validate)
  if (validate(JSON.parse(JSON.stringify(answer)))) return
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(
    `${call.method} ${call.path} returns what its document does not describe: ${problems.join('; ')}`,
  )
}
