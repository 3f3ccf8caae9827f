import type { Facade, FacadeRoute } from '../../http/facade.ts'
import { errorBody } from './errors.ts'
import { deleteSubname, getSubname, postSubname, searchSubnames } from './subnames.ts'

/** The interface has no chain: each has a path. */
const bases = [
  { base: '/api/v1/subnames', chainId: 1 },
  { base: '/sepolia/api/v1/subnames', chainId: 11155111 },
] as const

const routes = bases.flatMap(({ base, chainId }): readonly FacadeRoute[] => [
  { method: 'POST', url: base, isWrite: true, handle: (request) => postSubname(request, chainId) },
  {
    method: 'POST',
    url: `${base}/search`,
    loadClass: 'listing',
    handle: (request) => searchSubnames(request, chainId),
  },
  { method: 'GET', url: `${base}/:name`, handle: (request) => getSubname(request, chainId) },
  {
    method: 'DELETE',
    url: `${base}/:name`,
    isWrite: true,
    handle: (request) => deleteSubname(request, chainId),
  },
])

/** The interface of Namespace for subnames, for programs that were written for it. */
export const namespace: Facade = { routes, errorBody }
