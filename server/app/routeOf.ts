import type { FastifyRequest } from 'fastify'

/**
 * The route that answers a request, as it was declared. What a request may do is told by this and never by its address,
 * which can be written in many ways (`/%61pi/…`).
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? ''
}

export function isApiRoute(route: string): boolean {
  return route.startsWith('/api/')
}

/** The documents of the API: they are open to all. */
export function isApiDocument(route: string): boolean {
  return route === '/api/openapi.json' || isApiDocumentPage(route)
}

/** Of those, what people open in a browser. */
export function isApiDocumentPage(route: string): boolean {
  return route === '/api/docs' || route.startsWith('/api/docs/')
}
