// Makes this process import bundles in place of libraries (bundled-libraries.ts). Plain JavaScript, because stripping
// types would take longer than the rest of it.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const list = new URL('../../../node_modules/.cache/byname-test/libraries.json', import.meta.url)
const { bundles, libraries } = JSON.parse(readFileSync(list, 'utf8'))

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    if (context.conditions.includes('require')) return resolved
    const url = bundles[resolved.url]
    if (url) return { ...resolved, url }
    const isWithin = (library) => resolved.url.startsWith(library) && !context.parentURL?.startsWith(library)
    if (libraries.some(isWithin))
      throw new Error(`${specifier} would be loaded twice: add it to bundled-libraries.ts.`)
    return resolved
  },
})
