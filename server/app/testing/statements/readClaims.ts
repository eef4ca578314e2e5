import fs from 'node:fs'
import path from 'node:path'
import type { Node, TaggedTemplateExpression, TemplateExpression } from 'typescript/unstable/ast'
import { isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast/is'
import {
  API,
  type Checker,
  type Symbol as Named,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'
import { projectRoot } from '#server/platform/projectRoot.ts'
import type { Claim, Fields, Kind, Shape } from './claims.ts'

/** Maximum depth of nested values: JSON that a statement builds. */
const MAX_DEPTH = 4

/** Reads from the code, by the compiler itself, the row types of all typed statements (sql<Row>`…`). */
export function readClaims(): Claim[] {
  const api = new API({ cwd: projectRoot })
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [path.join(projectRoot, 'server/tsconfig.json')] })
      .getProjects()
    const { program, checker } = project!
    const files = program
      .getSourceFileNames()
      .filter((name) => name.startsWith(path.join(projectRoot, 'server/')) && !isTest(name))
      .filter((name) => fs.readFileSync(name, 'utf8').includes('sql<'))
    return files.flatMap((name) => {
      const source = program.getSourceFile(name)!
      const shapes = new Shapes(checker)
      return typedTemplates(source).map((template): Claim => {
        const line = source.text.slice(0, template.getStart(source)).split('\n').length
        return {
          at: `${path.relative(projectRoot, name)}:${line}`,
          fragments: fragmentsOf(template),
          row: shapes.of(checker.getTypeFromTypeNode(template.typeArguments![0]!)!),
        }
      })
    })
  } finally {
    api.close()
  }
}

const isTest = (name: string) => name.endsWith('.test.ts') || name.includes('/testing/')

function typedTemplates(root: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = []
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && node.typeArguments?.length === 1) found.push(node)
    node.forEachChild((child) => {
      visit(child)
      return undefined
    })
  }
  visit(root)
  return found
}

function fragmentsOf({ template }: TaggedTemplateExpression): string[] {
  if (!isTemplateExpression(template)) return [template.text]
  const { head, templateSpans } = template as TemplateExpression
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)]
}

class Shapes {
  private readonly checker: Checker

  constructor(checker: Checker) {
    this.checker = checker
  }

  of(type: Type, depth = 0): Shape {
    const parts = type.isUnionType() ? type.getTypes() : [type]
    const kinds = new Set<Kind>()
    const values: (string | number)[] = []
    let [isOpen, fields, items]: [boolean, Fields | undefined, Shape | undefined] = [
      false,
      undefined,
      undefined,
    ]
    for (const part of parts) {
      // A column is never undefined: a missing value is null.
      if (part.flags & TypeFlags.Undefined) continue
      const kind = this.kindOf(part)
      if (!kind) return 'any'
      kinds.add(kind)
      if (part.isStringLiteralType() || part.isNumberLiteralType()) values.push(part.value)
      else if (kind === 'string' || kind === 'number') isOpen = true
      if (depth >= MAX_DEPTH) continue
      if (kind === 'array') items = items ? 'any' : this.itemsOf(part, depth)
      // For a union of object types, a value's type is unknown.
      if (kind === 'object') fields = fields ? {} : this.fieldsOf(part, depth)
    }
    return {
      kinds: [...kinds],
      ...(values.length > 0 && !isOpen && { values }),
      ...(fields && { fields }),
      ...(items && { items }),
    }
  }

  private kindOf(type: Type): Kind | undefined {
    const { flags } = type
    if (flags & TypeFlags.StringLike) return 'string'
    if (flags & TypeFlags.NumberLike) return 'number'
    if (flags & TypeFlags.BooleanLike) return 'boolean'
    if (flags & TypeFlags.Null) return 'null'
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) {
      if (type.getSymbol()?.name === 'Buffer') return 'bytes'
      return this.checker.isArrayLikeType(type) ? 'array' : 'object'
    }
    return undefined
  }

  private itemsOf(type: Type, depth: number): Shape {
    if (this.checker.isTupleType(type)) return 'any'
    const [item] = this.checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])
    return item ? this.of(item, depth + 1) : 'any'
  }

  private fieldsOf(type: Type, depth: number): Fields {
    const properties: readonly Named[] = this.checker.getPropertiesOfType(type)
    const types = this.checker.getTypeOfSymbol(properties)
    return Object.fromEntries(
      properties.map((property, index) => {
        const optional = (property.flags & SymbolFlags.Optional) !== 0
        const shape = this.of(types[index]!, depth + 1)
        return [property.name, { shape, ...(optional && { optional }) }]
      }),
    )
  }
}
