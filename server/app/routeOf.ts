import type { FastifyRequest } from 'fastify'

/** The declared route of a request. Permissions depend on it and never on the URL, which can be written in many ways (`/%61pi/…`). */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? ''
}

export function isApiRoute(route: string): boolean {
  return route.startsWith('/api/')
}

/** Whether a route is a document of the API; these are open to all. */
export function isApiDocument(route: string): boolean {
  return route === '/api/openapi.json' || isApiDocumentPage(route)
}

/** The ones that people open in a browser. */
export function isApiDocumentPage(route: string): boolean {
  return route === '/api/docs' || route.startsWith('/api/docs/')
}
