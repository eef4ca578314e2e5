import type { z } from 'zod'
import type { LoginType } from './loginTypes.ts'
import type { Action, Module } from './modules.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may make a call: an account with a permission and one of the login types. */
export interface Permitted {
  module: Module
  action: Action | 'impersonate'
  loginTypes: readonly LoginType[]
}

/** Who may make a call, and in which states of a session it stays open. */
export interface Access {
  /** Anybody, whoever is signed in, a device with its key, or an account with a permission. */
  who: 'public' | 'session' | 'device' | Permitted
  /** Open also to those who must first set up a second factor. */
  whileEnrolling?: boolean
  /** Writes, and is open all the same to those who act as another for viewing only. */
  whileViewing?: boolean
  /** Writes, and is open all the same to those who may save nothing: it changes no record of the business. */
  whileReadOnly?: boolean
  /** Closed to those who act as another: it is about how somebody signs in. */
  onlyInPerson?: boolean
}

export const signedIn: Access = { who: 'session' }

/**
 * The facts of one call, the same for both sides. Schemas are made when they are asked for: the server does so when it
 * mounts the call, and the browser, which takes only the types, never.
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
  /** What stands in the answer beside `code`, and beside the message that a call which writes may give. */
  answer?: () => z.ZodObject
  /** The answer is not JSON but this. */
  produces?: string
}

/** Declares a call; its method, its path and its schemas keep their exact types. */
export function defineCall<const D extends CallDefinition>(definition: D): D {
  return definition
}

/** What the handler of a call receives, as its schemas have read it; what has no schema is not vouched for. */
export interface ReceivedBy<D extends CallDefinition> {
  params: OutputOf<D['params']>
  query: OutputOf<D['query']>
  body: OutputOf<D['body']>
}

/** What a call answers. */
export type AnswerOf<D extends CallDefinition> = OutputOf<D['answer']>

type OutputOf<S> = S extends () => z.ZodType ? z.output<ReturnType<S>> : unknown

/** What a caller gives: the parts that the definition names. */
export type SentTo<D extends CallDefinition> = Part<'params', D['params']> &
  Part<'query', D['query']> &
  Part<'body', D['body']>

/** A part may be left out when nothing in it must be given. */
type Part<Name extends string, S> = S extends () => z.ZodType
  ? MayBeEmpty<z.input<ReturnType<S>>> extends true
    ? { [K in Name]?: z.input<ReturnType<S>> }
    : { [K in Name]: z.input<ReturnType<S>> }
  : object

/** Also of what is given under names that are only known when the call is made. */
type MayBeEmpty<T> = Partial<T> extends T ? true : string extends keyof T ? true : false
