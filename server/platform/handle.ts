import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, CallDefinition, ReceivedBy } from '#core/platform/defineCall.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { bodyCheckedByOperation } from './bodyCheckedByOperation.ts'
import type { Context } from './context.ts'
import type { Call } from './http.ts'

/** What somebody who did something is told of it; the message is a text key until somebody reads it. */
interface Notice {
  message?: MessageKey
  type?: string
}

/** What a call gives back: what its definition tells, or nothing when it has written the reply itself. */
type GivenBack<D extends CallDefinition> = D extends { produces: string }
  ? Notice | undefined
  : AnswerOf<D> extends Record<string, never>
    ? Notice
    : Omit<AnswerOf<D>, keyof Notice> & Notice

/** What the server adds to the definition of a call: what it does, and how. */
export interface Handler<D extends CallDefinition>
  extends Pick<
    Call,
    'summary' | 'takesAnyBody' | 'transaction' | 'mayBeOld' | 'answersSecret' | 'largestBody' | 'admit'
  > {
  /** The operation itself checks the body, with what it knows of the record; here it only has to be an object. */
  checksBody?: boolean
  run: (
    context: Context,
    input: ReceivedBy<D> & { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<GivenBack<D>>
}

/** Puts a call together: its definition, and who carries it out. */
export function handle<D extends CallDefinition>(tag: string, definition: D, handler: Handler<D>): Call {
  const { method, path, access, produces, body } = definition
  const { checksBody, run, ...how } = handler
  const { who, ...states } = access
  return {
    ...how,
    ...states,
    method,
    path,
    tag,
    access: who,
    params: definition.params?.(),
    query: definition.query?.(),
    body: body && (checksBody ? bodyCheckedByOperation(body) : body()),
    // Only the documents and the tests ask for it.
    get answer() {
      return definition.answer?.()
    },
    ...(produces && { produces }),
    // The schemas above have read what comes in; TypeScript cannot follow that through a list of calls.
    run: run as Call['run'],
  }
}

/** Puts the calls of a domain together: each one that is defined must have its handler. */
export function handleAll<C extends Record<string, CallDefinition>>(
  tag: string,
  calls: C,
  handlers: { [Name in keyof NoInfer<C>]: Handler<C[Name]> },
): Call[] {
  return Object.entries(handlers).map(([name, handler]) => handle(tag, calls[name]!, handler))
}
