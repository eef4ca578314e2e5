type Json = Record<string, unknown>
type Kind = 'schemas' | 'parameters' | 'responses' | 'requestBodies'

/** What is shorter is told where it stands: a reference to it would be as long. */
const WORTH_A_NAME: Readonly<Record<Kind, number>> = {
  schemas: 60,
  parameters: 50,
  responses: 60,
  requestBodies: 60,
}

interface Part {
  /** Told apart by it until it has its name. */
  number: number
  kind: Kind
  name: string
  told: Json
  references: Json[]
}

/**
 * What a document tells once, under names: the same records stand in many answers, the same parameters at many calls. What
 * turns out to be told only once stands where it is told.
 */
export class SharedParts {
  private readonly partOfText = new Map<string, Part>()
  private readonly partOfReference = new Map<unknown, Part>()
  /** The document has these of its own. */
  private readonly taken = new Set(['schemas Error', 'responses Refused'])

  /** Keeps a part, unless there is one like it, and answers what stands in its place. */
  add(kind: Kind, name: string, told: Json): Json {
    const text = JSON.stringify(told)
    if (text.length < WORTH_A_NAME[kind]) return told
    const known = this.partOfText.get(`${kind} ${text}`)
    const part = known ?? { number: this.partOfText.size, kind, name, told, references: [] }
    this.partOfText.set(`${kind} ${text}`, part)
    const reference = { $ref: String(part.number) }
    this.partOfReference.set(reference, part)
    return reference
  }

  /** The same of a schema and of every schema inside, which are called like the property that holds them. */
  addSchema(name: string, schema: Json): Json {
    const told: Json = { ...schema }
    const { properties, items, anyOf } = told as { properties?: Json; items?: Json; anyOf?: Json[] }
    if (properties) {
      told['properties'] = Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, this.addSchema(key, value as Json)]),
      )
    }
    if (items) told['items'] = this.addSchema(name, items)
    if (anyOf) told['anyOf'] = anyOf.map((one) => this.addSchema(name, one))
    return this.add('schemas', name, told)
  }

  /** Gives what a document tells more than once its name, and answers it by kind and name. */
  settle(document: object): Record<Kind, Json> {
    const used: Part[] = []
    this.collect(document, used)
    const shared: Record<Kind, Json> = { schemas: {}, parameters: {}, responses: {}, requestBodies: {} }
    for (const { kind, name, told, references } of used) {
      if (references.length === 1) {
        const [place] = references
        delete place!['$ref']
        Object.assign(place!, told)
        continue
      }
      const free = this.freeName(kind, name)
      shared[kind][free] = told
      for (const reference of references) reference['$ref'] = `#/components/${kind}/${free}`
    }
    return shared
  }

  private collect(value: unknown, used: Part[]): void {
    if (typeof value !== 'object' || value === null) return
    const part = this.partOfReference.get(value)
    if (!part) {
      for (const one of Object.values(value)) this.collect(one, used)
      return
    }
    part.references.push(value as Json)
    if (part.references.length > 1) return
    used.push(part)
    this.collect(part.told, used)
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
