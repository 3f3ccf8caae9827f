import { privateKeyToAccount } from 'viem/accounts'
import { type Protocol, payingFetch, readPaidResponse } from '../payments/clients.ts'

/** The script of a page that pays: it sets `pay`, the official clients with the `fetch` of the browser. */
Object.assign(globalThis, {
  pay: async (protocol: Protocol, privateKey: `0x${string}`, url: string) => {
    const pagesFetch: typeof fetch = (input, init) => fetch(input, init)
    return readPaidResponse(await payingFetch(protocol, privateKeyToAccount(privateKey), pagesFetch)(url))
  },
})
