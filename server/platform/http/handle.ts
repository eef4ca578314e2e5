import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallDefinition, ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '../context.ts'
import { bodyCheckedByOperation } from './bodyCheckedByOperation.ts'
import type { Answer, Call } from './http.ts'

/** A notice to the user who did something; the message is a text key until it is sent. */
export interface Notice {
  message?: Answer['message']
  type?: string
}

/** The response of a call as its definition describes it, with an optional notice. */
type GivenBack<D extends CallDefinition> =
  ResponseOf<D> extends Record<string, never> ? Notice : Omit<ResponseOf<D>, keyof Notice> & Notice

/** Input of a handler. */
export type Input<D extends CallDefinition> = ReceivedBy<D> & { request: FastifyRequest; reply: FastifyReply }

type How = Pick<
  Call,
  | 'summary'
  | 'takesAnyBody'
  | 'takesAnyText'
  | 'transaction'
  | 'mayBeOld'
  | 'mayChoose'
  | 'answersSecret'
  | 'largestBody'
  | 'admit'
> & {
  /** The operation itself validates the body, as it knows the record; here it only has to be an object. */
  checksBody?: boolean
}

/** The server's part of a call: its handler and options. */
export type Handler<D extends CallDefinition> = How &
  (
    | { writesReply?: never; run: (context: Context, input: Input<D>) => Promise<GivenBack<D>> }
    | {
        /** The handler writes the reply itself (a file, a stream, text of the database), or returns a response. */
        writesReply: true
        run: (context: Context, input: Input<D>) => Promise<GivenBack<D> | undefined>
      }
  )

/** Combines the definition of a call with its handler. */
export function handle<D extends CallDefinition>(tag: string, definition: D, handler: Handler<D>): Call {
  const { method, path, access, produces, body } = definition
  const { checksBody, run, writesReply: _, ...how } = handler
  const { who, ...states } = access
  const params = once(definition.params)
  const query = once(definition.query)
  const acceptedBody = once(body && (checksBody ? () => bodyCheckedByOperation(body) : body))
  return {
    ...how,
    ...states,
    method,
    path,
    tag,
    access: who,
    // Created at the first use: creating those of all calls would take a third of the startup time.
    get params() {
      return params()
    },
    get query() {
      return query()
    },
    get body() {
      return acceptedBody()
    },
    // Only the documents and the tests read it.
    get answer() {
      return definition.response?.()
    },
    ...(produces && { produces }),
    // The schemas above have parsed the input; TypeScript cannot follow that through a list of calls.
    run: run as Call['run'],
  }
}

/** The same value at every use, made at the first one; undefined if there is nothing to make. */
function once<T extends object>(make: (() => T) | undefined): () => T | undefined {
  let made: T | undefined
  return () => {
    made ??= make?.()
    return made
  }
}

/** The handlers of a domain's calls; a group of them is checked by `satisfies Partial<Handlers<typeof calls>>`. */
export type Handlers<C extends Record<string, CallDefinition>> = { [Name in keyof C]: Handler<C[Name]> }

/**
 * Combines the calls of a domain: each defined one must have its handler.
 * @param names the calls that exist, if not all
 */
export function handleAll<C extends Record<string, CallDefinition>>(
  tag: string,
  calls: C,
  handlers: Handlers<NoInfer<C>>,
  names: readonly (keyof C)[] = Object.keys(handlers),
): Call[] {
  return names.map((name) => handle<C[keyof C]>(tag, calls[name], handlers[name]))
}
