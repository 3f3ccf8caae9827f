import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFailure } from '../support/api-client.ts'
import { addName, onboard } from '../support/onboarded.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/sandbox.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

test('403 for a primary name below a domain that uses another resolver on chain by now', async () => {
  const { devnet, call } = sandbox
  const domain = await onboard(sandbox, { label: 'left', scheme: 'chain-bound', form: 'POST' })
  const wallet = newWallet()
  await addName(sandbox, domain, 'ceo', { addresses: [{ coinType: 60, address: wallet.address }] })
  const name = `ceo.${domain.name}`
  await devnet.pointName(1, domain.name, { owner: user(sandbox, 0).address, resolver: zeroAddress })
  expect(await viemClient(sandbox).getEnsAddress({ name })).toBeNull()
  const answer = await call('POST', '/ens/v1/primary-name/set-primary-name', {
    headers: await signedHeaders(wallet, { chainId: 1 }),
    body: { address: wallet.address, name, chainId: 1 },
  })
  expectFailure(answer, 403, 'NotHolderException')
})
