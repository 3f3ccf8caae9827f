import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { addressCall, encodeLookup } from '../../support/gateway/client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('Lookups on a plain path and on one with a query', (service) => {
  /** Sends a body to both paths. */
  const sendToBoth = async (contentType: string, bodyOf: (data: string) => string) => {
    const { url, resolvers, demo } = service()
    const { id } = resolvers[1]['chain-bound']
    const addresses = [ethereumAddress(createWallet().address)]
    const { ens: name } = await seedSubname(service(), demo[1], crypto.randomUUID().slice(0, 8), {
      addresses,
    })
    const body = bodyOf(encodeLookup(name, addressCall(name)))
    const send = async (query: string) => {
      const headers = { 'content-type': contentType }
      const response = await fetch(`${url}/ccip/${id}${query}`, { method: 'POST', headers, body })
      return { status: response.status, body: await response.json() }
    }
    return [await send(''), await send('?query')] as const
  }
  const plain = (data: string) => JSON.stringify({ data })

  it.each([
    ['JSON', 200, 'application/json', plain],
    ['JSON with a character set', 200, 'application/json; charset=utf-8', plain],
    ['JSON with a byte order mark', 200, 'application/json', (data: string) => `\u{feff}${plain(data)}`],
    [
      'JSON that sets a prototype',
      400,
      'application/json',
      (data: string) => `{"data":"${data}","__proto__":{}}`,
    ],
    ['malformed JSON', 400, 'application/json', (data: string) => `{"data":"${data}"`],
    ['JSON with padding', 415, 'application/jsonp', plain],
    ['JSON by a longer name', 415, 'application/json-seq', plain],
  ])(
    'rule: the plain path and one with a query have the same response to %s: %d',
    async (_, status, contentType, bodyOf) => {
      const [plainPath, withQuery] = await sendToBoth(contentType, bodyOf)
      expect(plainPath.status).toBe(status)
      expect(plainPath).toEqual(withQuery)
    },
  )
})
