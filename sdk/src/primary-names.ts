import { type ClientContext, type SignedCallOptions, signedInit } from './context.ts'
import { type CallOptions, callInit } from './http.ts'
import type { components } from './openapi-types.ts'

export type PrimaryName = components['schemas']['PrimaryName']

export function createPrimaryNames(context: ClientContext) {
  const { http, chainId, normalize } = context
  return {
    /** Of an address, chosen at this service or on chain. @throws BynameError `PrimaryNameNotFoundException` */
    get: async (address: string, options?: CallOptions): Promise<PrimaryName> => {
      const init = { ...callInit(options), params: { query: { address, chainId } } }
      return (await http.send('GET', '/ens/v1/primary-name/address', init)).data
    },

    /** Of the wallet, to which the name must resolve. */
    set: async (name: string, options?: SignedCallOptions): Promise<PrimaryName> => {
      const init = await signedInit(context, { action: 'edit' }, options)
      const body = { name: normalize(name), chainId, address: init.headers['x-address'] ?? '' }
      return (await http.send('POST', '/ens/v1/primary-name/set-primary-name', { ...init, body })).data
    },
  }
}
