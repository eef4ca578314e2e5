import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isObject, type Values } from '#core/platform/values.ts'

type Json = Record<string, unknown>
type Kind = 'schemas' | 'parameters' | 'responses' | 'requestBodies'

/** The schemas inside a schema. */
interface Nested {
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
}

/** Minimum length of a part with a name: a reference to a shorter one would be as long. */
const MIN_LENGTH: Readonly<Record<Kind, number>> = {
  schemas: 60,
  parameters: 50,
  responses: 60,
  requestBodies: 60,
}

interface Part {
  /** Its temporary name until it has one. */
  number: number
  kind: Kind
  name: string
  content: Json
  references: Json[]
}

/**
 * Parts of a document that are written once, under names: the same records are in many answers, the same parameters in many calls. A part
 * that turns out to be used only once is written inline.
 */
export class SharedParts {
  private readonly partOfText = new Map<string, Part>()
  private readonly partOfReference = new Map<unknown, Part>()
  /** Names that the document has already. */
  private readonly taken = new Set(['schemas Error', 'responses Refused'])

  /** Adds a part, unless an equal one exists, and returns a reference to it. */
  add(kind: Kind, name: string, content: Json): Json {
    const text = JSON.stringify(content)
    if (text.length < MIN_LENGTH[kind]) return content
    const known = this.partOfText.get(`${kind} ${text}`)
    const part = known ?? { number: this.partOfText.size, kind, name, content, references: [] }
    this.partOfText.set(`${kind} ${text}`, part)
    const reference = { $ref: String(part.number) }
    this.partOfReference.set(reference, part)
    return reference
  }

  /** Adds a schema and all nested schemas, which are named like their property. */
  addSchema(name: string, schema: Json): Json {
    const content: Json = { ...schema }
    const { properties, items, anyOf }: Nested = content
    if (properties) {
      content.properties = Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, this.addSchema(key, value)]),
      )
    }
    if (items) content.items = this.addSchema(name, items)
    if (anyOf) content.anyOf = anyOf.map((item) => this.addSchema(name, item))
    return this.add('schemas', name, content)
  }

  /** Names the parts that a document uses more than once, and returns them by kind and name. */
  settle(document: Values): Record<Kind, Json> {
    const used: Part[] = []
    this.collect(document, used)
    const shared: Record<Kind, Json> = { schemas: {}, parameters: {}, responses: {}, requestBodies: {} }
    for (const { kind, name, content, references } of used) {
      if (references.length === 1) {
        const place = firstOf(references)
        delete place.$ref
        Object.assign(place, content)
        continue
      }
      const free = this.freeName(kind, name)
      shared[kind][free] = content
      for (const reference of references) reference.$ref = `#/components/${kind}/${free}`
    }
    return shared
  }

  private collect(value: unknown, used: Part[]): void {
    if (Array.isArray(value)) {
      for (const item of value) this.collect(item, used)
      return
    }
    if (!isObject(value)) return
    const part = this.partOfReference.get(value)
    if (!part) {
      for (const item of Object.values(value)) this.collect(item, used)
      return
    }
    part.references.push(value)
    if (part.references.length > 1) return
    used.push(part)
    this.collect(part.content, used)
  }

  private freeName(kind: Kind, name: string): string {
    for (let count = 1; ; count++) {
      const one = count === 1 ? name : `${name}_${count}`
      const key = `${kind} ${one}`
      if (this.taken.has(key)) continue
      this.taken.add(key)
      return one
    }
  }
}
