import type { JustaName } from '@justaname.id/sdk'

/**
 * Records calls of the client's public methods; returns those that have not been called yet, as `subnames.addSubname`.
 */
export function watchMethods(client: JustaName): () => readonly string[] {
  const uncalled = new Set<string>()
  for (const [partName, part] of partsOf(client))
    for (const [name, method] of methodsOf(part)) {
      const title = `${partName}.${name}`
      uncalled.add(title)
      part[name] = (...args) => {
        uncalled.delete(title)
        return method.apply(part, args)
      }
    }
  return () => [...uncalled]
}

type Part = Record<string, (...args: unknown[]) => unknown>

/** Safe because only what `methodsOf` finds to be a method is called. */
function partsOf(client: JustaName) {
  return Object.entries(client) as [string, Part][]
}

function methodsOf(part: Part) {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(part)).flatMap((name) => {
    const { [name]: method } = part
    return typeof method === 'function' && !internal.has(name) ? [[name, method] as const] : []
  })
}

/** Members that the client's types declare private. */
const internal = new Set([
  'constructor',
  'checkSignature',
  'generateIssuedAndExpirationTime',
  'checkIfJustaNameResolver',
])
