import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { addressCall, encodeLookup, postLookup, resolveAddress } from '../../support/gateway/client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'

const recordList: Hex = encodeFunctionData({ abi: parseAbi(['function records() view returns (string[])']) })

describeOnEachService('A lookup under an id that no resolver has', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']

  /** Looks a name up under the resolver id with a suffix. */
  const askUnder = (suffix: string, name: string, call: Hex) =>
    postLookup(service(), { id: resolver().id + suffix }, encodeLookup(name, call))

  it('404, with nothing signed that declares a name absent', async () => {
    const holder = createWallet()
    const addresses = [ethereumAddress(holder.address)]
    const { ens: name } = await seedSubname(service(), service().demo[1], 'present', { addresses })
    // Cached as absent by its id and name together: `<id>` and `xpresent.demo.eth`.
    await resolveAddress(service(), resolver(), `x${name}`)
    expect(await askUnder('x', name, addressCall(name))).toMatchObject({ status: 404 })
    expect(await resolveAddress(service(), resolver(), name)).toBe(holder.address)
  })

  it('404, with nothing signed that gives a name the records of another', async () => {
    const { ens: name } = await seedSubname(service(), service().demo[1], 'mine')
    const { ens: longer } = await seedSubname(service(), service().demo[1], 'not-mine')
    await resolveAddress(service(), resolver(), longer)
    expect(await askUnder('not-', name, recordList)).toMatchObject({ status: 404 })
    expect(await askUnder('not-', name, addressCall(longer))).toMatchObject({ status: 404 })
  })
})

describeService(
  'A lookup where no key signs',
  (service) => {
    it('503, with a sentence about the chain', async () => {
      const { status, body } = await postLookup(
        service(),
        service().resolvers[1]['chain-bound'],
        encodeLookup('alice.demo.eth', addressCall('alice.demo.eth')),
      )
      expect([status, JSON.stringify(body)]).toEqual([
        503,
        expect.stringContaining('No signer is configured for chain 1.'),
      ])
    })
  },
  { settings: { SIGNER_KEY: '' } },
)
