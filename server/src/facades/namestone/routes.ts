import type { Facade, FacadeRoute } from '../../http/facade.ts'
import { enableDomain, getDomain, getSiweMessage, setDomain } from './domains.ts'
import { errorBody } from './errors.ts'
import { claimName, deleteName, getNames, searchNames, setName, setNames } from './names.ts'

/** `network`: `public_v1` for mainnet, `public_v1_sepolia` for Sepolia. */
const base = '/api/:network'

const routes: readonly FacadeRoute[] = [
  { method: 'POST', url: `${base}/set-name`, isWrite: true, handle: setName },
  { method: 'POST', url: `${base}/set-names`, isWrite: true, loadClass: 'batch', handle: setNames },
  { method: 'POST', url: `${base}/claim-name`, isWrite: true, handle: claimName },
  { method: 'POST', url: `${base}/delete-name`, isWrite: true, handle: deleteName },
  { method: 'POST', url: `${base}/revoke-name`, isWrite: true, handle: deleteName },
  { method: 'GET', url: `${base}/get-names`, loadClass: 'listing', handle: getNames },
  { method: 'GET', url: `${base}/search-names`, loadClass: 'listing', handle: searchNames },
  { method: 'POST', url: `${base}/set-domain`, isWrite: true, handle: setDomain },
  { method: 'GET', url: `${base}/get-domain`, handle: getDomain },
  { method: 'GET', url: `${base}/get-siwe-message`, expensive: true, handle: getSiweMessage },
  { method: 'POST', url: `${base}/enable-domain`, isWrite: true, expensive: true, handle: enableDomain },
]

/** The interface of NameStone, for programs that were written for it. */
export const nameStone: Facade = { routes, errorBody }
