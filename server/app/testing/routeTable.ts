import type { FastifyInstance } from 'fastify'

export interface Route {
  method: string
  path: string
}

/** Every route that the running server answers, from its own router, so that none is missed. */
export function routeTable(app: FastifyInstance): Route[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line)
      if (!found) return []
      const [, indent = '', part = '', methods = ''] = found
      above.length = indent.length / 4
      above.push(part)
      const path = above.join('')
      // HEAD is GET without its body; the rest belongs to the client's files.
      const known = methods.split(', ').filter((item) => /^(GET|POST|PATCH|PUT|DELETE)$/.test(item))
      return known.map((method) => ({ method, path }))
    })
}
