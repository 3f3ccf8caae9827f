import type { Route } from '../../../src/http/operation.ts'
import { routes } from '../../../src/http/operations.ts'

/** The operations of the interface by their title, such as `GET /ens/v1/ens`, as they are stated. */
export const routesByTitle: ReadonlyMap<string, Route> = new Map(
  routes
    .filter(({ url }) => /^\/(ens|byname)\//.test(url))
    .map((route) => [`${route.method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`, route]),
)
