import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const { address } = createWallet()

describeService('GET /ens/v2/reverse', (service) => {
  const reverse = (query: string) => service().call('GET', `/ens/v2/reverse?${query}`)

  it.each([
    ['no address', 'coinType=60'],
    ['an empty address', 'address=&coinType=60'],
    ['what is no address', 'address=alice&coinType=60'],
    ['a wrong checksum', `address=${address.replace(/[a-f]/, (digit) => digit.toUpperCase())}x&coinType=60`],
    ['no coin type', `address=${address}`],
    ['a coin type that is no number', `address=${address}&coinType=eth`],
    ['a coin type beyond all', `address=${address}&coinType=4294967296`],
    ['51 addresses', Array.from({ length: 51 }, () => `address=${address}@base`).join('&')],
    ['records that is neither', `address=${address}&coinType=60&records=yes`],
  ])('400 for %s', async (_title, query) => expectError(await reverse(query), 400, 'BadRequestException'))

  it.each(['@mars', '@btc', '@', '@@base', '&coinType=0'])('400 for an address with %s', async (chain) =>
    expectError(await reverse(`address=${address}${chain}`), 400, 'UnsupportedChainException'),
  )

  it('503 when the service has no RPC of its own; in a list, for each address', async () => {
    expectError(await reverse(`address=${address}&coinType=60`), 503, 'ServiceUnavailableException')
    const slots = dataOf<{ error: string }[]>(
      await reverse(`address=${address}@1&address=${address}@sepolia`),
    )
    expect(slots.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^ServiceUnavailableException: /),
      expect.stringMatching(/^ServiceUnavailableException: /),
    ])
  })
})
