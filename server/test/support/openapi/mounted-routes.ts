import { buildApp } from '../../../src/app.ts'
import type { Context } from '../../../src/context.ts'

/** A mounted path in the notation of OpenAPI. */
export interface MountedRoute {
  readonly method: string
  readonly path: string
}

/** Every mounted method and path, as Fastify prints them; without HEAD, which follows from GET. */
export async function readMountedRoutes(context: Context): Promise<readonly MountedRoute[]> {
  const app = await buildApp(context)
  const tree = app.printRoutes()
  await app.close()
  return pathsOf(tree).flatMap(([path, methods]) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, path: path.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}') })),
  )
}

/** Parses Fastify's tree of its routes: a line a path, with its depth in the prefix of its name. */
function pathsOf(tree: string): readonly (readonly [path: string, methods: readonly string[]])[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, branch, name = '', methods] = /^(.*?── )(\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (!branch) return []
    const depth = branch.length / 4 - 1
    parents.length = depth
    const path = parents.join('') + name
    parents[depth] = name
    return methods ? [[path, methods.split(', ')] as const] : []
  })
}
