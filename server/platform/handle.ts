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

/** What a call gives back: what its definition tells, with a notice where there is something to say. */
type GivenBack<D extends CallDefinition> =
  AnswerOf<D> extends Record<string, never> ? Notice : Omit<AnswerOf<D>, keyof Notice> & Notice

/** What a handler receives. */
export type Input<D extends CallDefinition> = ReceivedBy<D> & { request: FastifyRequest; reply: FastifyReply }

type How = Pick<
  Call,
  | 'summary'
  | 'takesAnyBody'
  | 'transaction'
  | 'mayBeOld'
  | 'mayChoose'
  | 'answersSecret'
  | 'largestBody'
  | 'admit'
> & {
  /** The operation itself checks the body, with what it knows of the record; here it only has to be an object. */
  checksBody?: boolean
}

/** What the server adds to the definition of a call: what it does, and how. */
export type Handler<D extends CallDefinition> = How &
  (
    | { writesReply?: never; run: (context: Context, input: Input<D>) => Promise<GivenBack<D>> }
    | {
        /** It writes the reply itself (a file, a stream, text that comes from the database), or answers after all. */
        writesReply: true
        run: (context: Context, input: Input<D>) => Promise<GivenBack<D> | undefined>
      }
  )

/** Puts a call together: its definition, and who carries it out. */
export function handle<D extends CallDefinition>(tag: string, definition: D, handler: Handler<D>): Call {
  const { method, path, access, produces, body } = definition
  const { checksBody, run, writesReply: _, ...how } = handler
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

/**
 * Puts the calls of a domain together: each one that is defined must have its handler.
 * @param names which of them there are, where not all
 */
export function handleAll<C extends Record<string, CallDefinition>>(
  tag: string,
  calls: C,
  handlers: { [Name in keyof NoInfer<C>]: Handler<C[Name]> },
  names: readonly (keyof C)[] = Object.keys(handlers),
): Call[] {
  return names.map((name) => handle(tag, calls[name]!, handlers[name]))
}
