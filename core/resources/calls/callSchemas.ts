import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import type { Values } from '#core/platform/values.ts'
import {
  type ListKeyOf,
  listKeyOf,
  type RecordOf,
  type Resource,
  type TitlesOf,
  type WrittenChangesOf,
  type WrittenRecordOf,
} from '../definition.ts'
import { listedSchema, recordSchema } from '../recordSchema.ts'
import { changesSchema, newRecordSchema } from '../schema.ts'
import { PageInfo } from './pageResponse.ts'

/** One type for a kind known at compile time, another for any kind. */
type IfKnown<R extends Resource, Known, Whichever> = string extends R['name'] ? Whichever : Known
type Answered<R extends Resource, More> = z.ZodType<RecordOf<R> & TitlesOf<R> & More>
type Page = z.ZodOptional<typeof PageInfo>
type Print = z.ZodOptional<ReturnType<typeof Printed>>

/** The path parameter that identifies a record. */
export function idParameter<R extends Resource>(resource: R): z.ZodObject<Record<R['id'], typeof Id>>
export function idParameter({ id }: Resource): z.ZodObject {
  return z.object({ [id]: Id })
}

/** The response of a call about one record: the record, under its name. */
export function recordResponse<R extends Resource, More = unknown>(
  resource: R,
  described: Resource,
  extra?: z.ZodRawShape,
): IfKnown<R, z.ZodObject<Record<R['single'], Answered<R, More>>>, z.ZodObject<z.ZodRawShape, z.core.$loose>>
export function recordResponse(
  { single }: Resource,
  described: Resource,
  extra: z.ZodRawShape = {},
): z.ZodObject {
  return z.object({ [single]: recordSchema(described).extend(extra) })
}

/** The response with a record, or its print with `print=1`. */
export function readResponse<R extends Resource, More = unknown>(
  resource: R,
  described: Resource,
  extra?: z.ZodRawShape,
): IfKnown<
  R,
  z.ZodObject<Record<R['single'], Answered<R, More>> & { print: Print }>,
  z.ZodObject<{ print: Print }, z.core.$loose>
>
export function readResponse(
  resource: Resource,
  described: Resource,
  extra: z.ZodRawShape = {},
): z.ZodObject {
  return recordResponse(resource, described, extra).partial().extend({ print: Printed().optional() })
}

/** The response of a list. With `fields`, the other fields are missing; with `options`, there is also no page. */
export function listResponse<R extends Resource, More = unknown>(
  resource: R,
  described: Resource,
): IfKnown<
  R,
  z.ZodObject<{ page: typeof PageInfo } & Record<ListKeyOf<R>, z.ZodArray<Answered<R, More>>>>,
  z.ZodObject<{ page: Page }, z.core.$loose>
>
export function listResponse(resource: Resource, described: Resource): z.ZodObject {
  return z.object({ page: PageInfo.optional(), [listKeyOf(resource)]: z.array(listedSchema(described)) })
}

/** The response with `print=1`. */
export function Printed() {
  return z.object({ title: z.string(), html: z.string() })
}

/** The body that creates a record, as a caller sends it; the operation checks it with its knowledge of the kind. */
export function newRecordBody<R extends Resource>(
  described: Resource,
): z.ZodType<Values, IfKnown<R, WrittenRecordOf<R>, object>>
/** The body of a new record with additional parameters of the call. */
export function newRecordBody<R extends Resource, M extends z.ZodRawShape>(
  described: Resource,
  more: M,
): z.ZodType<Values, WrittenRecordOf<R> & z.input<z.ZodObject<M>>>
export function newRecordBody(described: Resource, more: z.ZodRawShape = {}): z.ZodType {
  return newRecordSchema(described).extend(more)
}

/** The body that changes a record, as a caller sends it. */
export function changesBody<R extends Resource>(
  described: Resource,
): z.ZodType<Values, IfKnown<R, WrittenChangesOf<R> & { if_updated_at?: string }, object>>
export function changesBody(described: Resource): z.ZodType {
  return changesSchema(described).extend({ if_updated_at: z.string().optional() })
}
