type Json = Record<string, unknown>

/** Fewer properties than this are told where they stand. */
const WORTH_A_NAME = 4

/** What a document tells once, under names: the same records stand in many answers, the same parameters at many calls. */
export class SharedSchemas {
  private readonly part: 'schemas' | 'parameters'
  private readonly named = new Map<string, Json>()
  private readonly nameOfText = new Map<string, string>()

  constructor(part: 'schemas' | 'parameters') {
    this.part = part
  }

  /** Keeps a schema, unless there is one like it, and answers the reference to it. */
  add(name: string, schema: object): Json {
    const told = this.within(schema as Json, name)
    const text = JSON.stringify(told)
    const known = this.nameOfText.get(text)
    if (known) return this.refTo(known)
    const free = this.freeName(name)
    this.named.set(free, told)
    this.nameOfText.set(text, free)
    return this.refTo(free)
  }

  /** The schema with references in the place of the larger objects inside; their properties name them. */
  within(schema: object, name = 'object'): Json {
    const rest: Json = { ...schema }
    const { properties, items, anyOf } = rest as { properties?: Json; items?: Json; anyOf?: Json[] }
    if (properties) {
      rest['properties'] = Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, this.inside(value as Json, key)]),
      )
    }
    if (items) rest['items'] = this.inside(items, name)
    if (anyOf) rest['anyOf'] = anyOf.map((one) => this.inside(one, name))
    return rest
  }

  /** All of them by their names. */
  all(): Json {
    return Object.fromEntries(this.named)
  }

  private inside(schema: Json, name: string): Json {
    const isLarge = Object.keys((schema['properties'] as Json | undefined) ?? {}).length >= WORTH_A_NAME
    return isLarge ? this.add(name, schema) : this.within(schema, name)
  }

  private freeName(name: string): string {
    for (let count = 1; ; count++) {
      const one = count === 1 ? name : `${name}_${count}`
      if (!this.named.has(one)) return one
    }
  }

  private refTo(name: string): Json {
    return { $ref: `#/components/${this.part}/${name}` }
  }
}
