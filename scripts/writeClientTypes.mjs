// Writes the types of a client from the published document: `node scripts/writeClientTypes.mjs openapi.json paths.d.ts`.
import fs from 'node:fs'
import module from 'node:module'

// The generator needs TypeScript 5's compiler, which version 7 no longer offers as a library.
module.register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-5' : specifier, context)`,
  )}`,
)

const [document, types] = process.argv.slice(2)
const { default: generate, astToString } = await import('openapi-typescript')
fs.writeFileSync(types, astToString(await generate(JSON.parse(fs.readFileSync(document, 'utf8')))))
