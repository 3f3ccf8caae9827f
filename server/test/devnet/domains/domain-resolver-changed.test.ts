import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshResolvers } from '../../../src/core/domains/onchain.ts'
import { addName, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

test('rule: a name below a domain that has another resolver on chain is no primary name, old or new', async () => {
  const { devnet, call, context } = sandbox
  const domain = await onboardNewDomain(sandbox, { label: 'left', scheme: 'chain-bound', form: 'POST' })
  const wallet = createWallet()
  await addName(sandbox, domain, 'ceo', { addresses: [{ coinType: 60, address: wallet.address }] })
  const name = `ceo.${domain.name}`
  const set = async () =>
    call('POST', '/ens/v1/primary-name/set-primary-name', {
      headers: await signedHeaders(wallet, { chainId: 1 }),
      body: { address: wallet.address, name, chainId: 1 },
    })
  const get = () => call('GET', `/ens/v1/primary-name/address?address=${wallet.address}&chainId=1`)
  dataOf(await set())
  expect(dataOf(await get())).toMatchObject({ name })

  await devnet.pointName(1, domain.name, { owner: user(sandbox, 0).address, resolver: zeroAddress })
  await refreshResolvers(context, 1)
  expect(await viemClient(sandbox).getEnsAddress({ name })).toBeNull()
  expectError(await set(), 403, 'NotHolderException')
  expectError(await get(), 404, 'PrimaryNameNotFoundException')

  await devnet.pointName(1, domain.name, { owner: user(sandbox, 0).address, resolver: domain.resolver })
  await refreshResolvers(context, 1)
  expect(dataOf(await get())).toMatchObject({ name })
})
