import type pg from 'pg'

/**
 * The same connection, for sets of a million numbers: an array of numbers is written in one go, where the driver
 * would escape every element as if it were a text.
 */
export function fastArrays(client: pg.ClientBase): pg.ClientBase {
  const fast = Object.create(client) as pg.ClientBase
  const query = (config: pg.QueryConfig | string, values?: unknown[]) =>
    typeof config === 'string'
      ? client.query(config, values)
      : client.query({ ...config, ...(config.values && { values: config.values.map(asText) }) })
  return Object.assign(fast, { query })
}

function asText(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const isPlain = value.every((item) => typeof item === 'number' || item === null)
  return isPlain ? `{${JSON.stringify(value).slice(1, -1)}}` : value
}
