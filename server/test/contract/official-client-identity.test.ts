import type { JustaName } from '@justaname.id/sdk'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createWallet } from '../support/credentials/signed-headers.ts'
import type { TestSandbox } from '../support/service/sandbox.ts'
import { signedBy, useOfficialClient } from './official-client.ts'

let sandbox: TestSandbox
let client: JustaName
let uncalled: () => readonly string[]

useOfficialClient((started) => {
  ;({ sandbox, client, uncalled } = started)
})

/** A subname of demo.eth on mainnet with a new wallet. */
async function claimed(username: string) {
  const holder = createWallet()
  const headers = await signedBy(client, holder)
  await client.subnames.addSubname({ username }, headers)
  return { name: `${username}.demo.eth`, holder, headers, address: holder.address }
}

describe('Primary names', () => {
  it('a primary name is set, read and found in reverse', async () => {
    const { name, address, headers } = await claimed('primary')
    const set = await client.subnames.setPrimaryName({ name, address }, headers)
    expect(set).toMatchObject({ name, address, chainId: 1 })
    expect(await client.subnames.getPrimaryNameByAddress({ address, chainId: 1 })).toEqual(set)
    expect(await client.subnames.reverseResolve({ address, chainId: 1 })).toBe(name)
  })

  it('rule: an address without a primary name gets null, and an error with the reason', async () => {
    const { address } = createWallet()
    expect(await client.subnames.reverseResolve({ address, chainId: 1 })).toBeNull()
    await expect(client.subnames.getPrimaryNameByAddress({ address })).rejects.toThrow('PrimaryNameNotFound')
  })
})

describe('Signing', () => {
  it('verifyMessage reports whether a challenge is signed by the address', async () => {
    const holder = createWallet()
    const { xMessage: message, xSignature: signature } = await signedBy(client, holder)
    const { address } = holder
    expect(await client.siwe.verifyMessage({ address, message, signature })).toEqual({ verified: true })
    const { xSignature: other } = await signedBy(client, holder)
    expect(await client.siwe.verifyMessage({ address, message, signature: other })).toEqual({
      verified: false,
    })
  })

  it('signIn accepts a subname that resolves to the signer, through a resolver of ours', async () => {
    const { name: ens, holder, address } = await claimed('visitor')
    const nonce = client.signIn.generateNonce()
    const message = client.signIn.requestSignIn({ ens, address, nonce })
    const signature = await holder.signMessage({ message })
    expect(await client.signIn.signIn({ message, signature, nonce })).toMatchObject({
      ens,
      isJustaName: true,
      data: { address },
    })
  })

  it('getAllOffchainResolvers lists the default resolver first', async () => {
    const { offchainResolvers } = await client.offchainResolvers.getAllOffchainResolvers()
    for (const chainId of [1, 11155111] as const)
      expect(offchainResolvers.find((one) => one.chainId === chainId)).toMatchObject({
        id: sandbox.file.chains[chainId].resolverId,
        resolverAddress: getAddress(sandbox.file.chains[chainId].resolver),
      })
  })
})

describe('Failures carry our text', () => {
  it.each([
    [
      'a taken label',
      'SubdomainAlreadyExistsException',
      async () => (await claimed('taken')) && claimed('taken'),
    ],
    [
      'an unknown key',
      'InvalidApiKeyException',
      async () =>
        client.subnames.addSubname(
          { username: 'keyless' },
          { ...(await signedBy(client, createWallet())), xApiKey: 'byname_none' },
        ),
    ],
    ['a label that has no normal form', 'InvalidNameException', () => claimed('al ice')],
    [
      'no address and no signer',
      'InvalidRecordException',
      () => client.subnames.addSubname({ username: 'nobody', overrideSignatureCheck: true }),
    ],
    [
      'an invalid content hash',
      'InvalidRecordException',
      async () => {
        const { headers } = await claimed('hashless')
        return client.subnames.updateSubname({ username: 'hashless', contentHash: 'ipfs://no' }, headers)
      },
    ],
    [
      'the signature of another key',
      'NotHolderException',
      async () => {
        await claimed('guarded')
        const headers = await signedBy(client, createWallet())
        return client.subnames.updateSubname({ username: 'guarded', text: { a: 'b' } }, headers)
      },
    ],
    [
      'a name that does not exist',
      'SubnameNotFoundException',
      () => client.subnames.getSubname({ subname: 'none.demo.eth' }),
    ],
    [
      'an unknown chain',
      'UnsupportedChainException',
      () => client.subnames.getRecords({ ens: 'demo.eth@nowhere', providerUrl: sandbox.devnet.rpcUrl(1) }),
    ],
  ] as const)('%s: %s', async (_title, wireName, act) => {
    await expect(act()).rejects.toThrow(new RegExp(`^${wireName}: .+`))
  })
})

it('rule: every method of the client is tested; those for subnames have tests of their own', () => {
  const rest = uncalled().filter((name) => !name.startsWith('subnames.') || /primary|reverse/i.test(name))
  expect(rest).toEqual([])
})
