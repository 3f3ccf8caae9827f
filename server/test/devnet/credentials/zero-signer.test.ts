import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWallet, signMessage } from '../../support/credentials/signed-headers.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

/** Signatures from which no key can be recovered: `ecrecover` on chain returns zero for them. */
const empty: Hex = `0x${'00'.repeat(64)}1b`
const overlarge: Hex = `0x${'ff'.repeat(64)}1c`

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describe.each([1, 11155111])('on chain %d', (chainId) => {
  test.each([empty, overlarge])('rule: no signature is valid for the zero address: %s', async (signature) => {
    const { message } = await signMessage(createWallet(), { chainId, address: zeroAddress })
    const body = { address: zeroAddress, message, signature }
    expect(dataOf(await sandbox.call('POST', '/ens/v2/siwe/verify', { body }))).toEqual({ verified: false })
  })
})
