import type { z } from 'zod'
import type { LoginType } from './loginTypes.ts'
import type { Action, Module } from './modules.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Access for accounts with a permission and one of the login types. */
export interface Permitted {
  module: Module
  action: Action | 'impersonate'
  loginTypes: readonly LoginType[]
  /** Closed to accounts whose company only buys. */
  sellersOnly?: true
}

/** Who may make a call, and in which states of a session it stays open. */
export interface Access {
  /** Anyone, any signed-in user, a device with its key, or an account with a permission. */
  who: 'public' | 'session' | 'device' | Permitted
  /** Also open to users who must first set up a second factor. */
  whileEnrolling?: boolean
  /** A write that is also open while impersonating in view-only mode. */
  whileViewing?: boolean
  /** A write that is also open to read-only users: it changes no business record. */
  whileReadOnly?: boolean
  /** Closed while impersonating: it concerns how a user signs in. */
  onlyInPerson?: boolean
  /** The secret `token` in the path identifies the account; headers do not. */
  byAddress?: boolean
  /** Whether an API key can make it; by default a call that needs a permission, within the scope of the key. */
  byKey?: boolean
}

export const signedIn: Access = { who: 'session' }

/** Like `signedIn`, and open to API keys: records whose owners decide about access, and lists of names. */
export const signedInOrKey: Access = { who: 'session', byKey: true }

/**
 * The facts of a call, shared by client and server. Schemas are created lazily: the server creates them when the call is first
 * made; the browser only uses their types.
 */
export interface CallDefinition {
  method: Method
  /** Below `/api`; a parameter is written as `:name`. */
  path: string
  access: Access
  /** The parameters of the path. */
  params?: () => z.ZodObject
  query?: () => z.ZodObject
  body?: () => z.ZodType
  /** The fields of the response other than `code` and the message of a write. */
  response?: () => z.ZodObject
  /** Content type of a response other than JSON. */
  produces?: string
}

/** Declares a call; keeps the exact types of its method, path and schemas. */
export function defineCall<const D extends CallDefinition>(definition: D): D {
  return definition
}

/** The validated input that a call's handler receives; parts without a schema are `unknown`. */
export interface ReceivedBy<D extends CallDefinition> {
  params: OutputOf<D['params']>
  query: OutputOf<D['query']>
  body: OutputOf<D['body']>
}

/** The response of a call. */
export type ResponseOf<D extends CallDefinition> = OutputOf<D['response']>

type OutputOf<S> = S extends () => z.ZodType ? z.output<ReturnType<S>> : unknown

/** The input of a caller: the parts that the definition declares. */
export type SentTo<D extends CallDefinition> = Part<'params', D['params']> &
  Part<'query', D['query']> &
  Part<'body', D['body']>

/** A part is optional if all of its fields are. */
type Part<Name extends string, S> = S extends () => z.ZodType
  ? MayBeEmpty<z.input<ReturnType<S>>> extends true
    ? { [K in Name]?: z.input<ReturnType<S>> }
    : { [K in Name]: z.input<ReturnType<S>> }
  : object

/** Also true for objects with dynamic keys. */
type MayBeEmpty<T> = Partial<T> extends T ? true : string extends keyof T ? true : false
