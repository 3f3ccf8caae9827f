import { readFile } from 'node:fs/promises'
import { bynameResolverBytecode as releasedBytecode } from '@byname/contracts/0.1.0/BynameResolver'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, type Resolver } from './support/resolver.ts'
import { encodeResponse, newResponsePayload, signerKey } from './support/response-payload.ts'
import { signPath } from './support/response-tree.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const settings = { signers: [signer.address] }
const resolver = await deployResolver(chain, settings)
const released = await deployResolver(chain, { ...settings, bytecode: releasedBytecode })

/** A transaction that consists of the callback for an address; it varies by some bytes of the call data that are zero. */
async function callbackGas({ abi, address }: Resolver, siblings: readonly Hex[]): Promise<number> {
  const payload = await newResponsePayload(chain, address)
  const response = encodeResponse(payload, await signPath(payload, siblings, signer))
  const args = [response, payload.request] as const
  const data = encodeFunctionData({ abi, functionName: 'resolveWithProof', args })
  return Number(await chain.client.estimateGas({ to: address, data }))
}

test('rule: the callback takes the gas that the documentation tells, within a hundred', async () => {
  const documentation = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...documentation.matchAll(/^\| (\d+)(, release 0\.1\.0)? +\| +(\d+),(\d+) \|$/gm)]
  expect(rows).toHaveLength(6)
  for (const [, count, isReleased, thousands, rest] of rows) {
    const siblings = Array.from({ length: Number(count) }, (_, index) => toHex(2n ** 255n + BigInt(index)))
    const gas = await callbackGas(isReleased ? released : resolver, siblings)
    expect.soft(Math.abs(gas - Number(`${thousands}${rest}`)), `${count} siblings: ${gas}`).toBeLessThan(100)
  }
})
