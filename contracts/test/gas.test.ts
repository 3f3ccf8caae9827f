import { readFile } from 'node:fs/promises'
import { bynameResolverBytecode as releasedBytecode } from '@byname/contracts/0.1.0/BynameResolver'
import {
  bynameResolverAbi as abi,
  bynameResolverBytecode as bytecode,
} from '@byname/contracts/BynameResolver'
import {
  concat,
  encodeDeployData,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  size,
  toHex,
  zeroHash,
} from 'viem'
import { afterAll, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { deployResolver, gatewayUrls, type Resolver, waitUntilMined } from './support/resolver.ts'
import {
  addrCall,
  addrRequest,
  encodeResponse,
  newResponsePayload,
  signerKey,
} from './support/response-payload.ts'
import { signPath } from './support/response-tree.ts'
import { byKey, changeOf, present } from './support/seal.ts'
import { sealTreeOf } from './support/seal-tree.ts'
import { account, later, signSet } from './support/sealed.ts'
import { bucketFileHash, tileFileHash } from './support/tiles.ts'
import { addressRecord, encodeBucket, textRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const documentation = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const [signer, issuer, holder] = [signerKey(1), signerKey(2), signerKey(3)]
const settings = { signers: [signer.address], grace: 3600n }
const name = 'alice.demo.eth'
const node = namehash(name)

/** What the documentation tells of this row, in gas. */
function documented(row: string): number {
  const lines = documentation.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const cell = lines.find(([, first]) => first === row)?.[2]
  return Number(cell?.replaceAll(',', ''))
}

function expectDocumented(row: string, gas: bigint, tolerance = 100): void {
  expect.soft(Math.abs(Number(gas) - documented(row)), `${row}: ${gas}`).toBeLessThan(tolerance)
}

function call(resolver: Resolver, data: Hex): Promise<bigint> {
  return chain.client.estimateGas({ to: resolver.address, data })
}

async function used(hash: Promise<Hex>): Promise<bigint> {
  return (await chain.client.waitForTransactionReceipt({ hash: await hash })).gasUsed
}

/** A transaction that consists of the callback for an address; it varies by some bytes of the call data that are zero. */
async function liveGas(resolver: Resolver, siblings: readonly Hex[]): Promise<bigint> {
  const payload = await newResponsePayload(chain, resolver.address)
  const response = encodeResponse(payload, await signPath(payload, siblings, signer))
  const args = [response, payload.request] as const
  return call(resolver, encodeFunctionData({ abi, functionName: 'resolveWithProof', args }))
}

function recordsOf(count: number) {
  const texts = Array.from({ length: count - 1 }, (_, index) =>
    textRecord(`key${String(index).padStart(3, '0')}`, `value of ${index}`),
  )
  return [addressRecord(60, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'), ...texts]
}

async function signedRecords(resolver: Resolver, count: number): Promise<Hex> {
  const set = { name, sequence: 1n, validUntil: later, records: recordsOf(count) }
  return signSet(resolver, chainId, set, holder)
}

test('rule: a live callback takes the gas that the documentation tells, 5 % more than before at most', async () => {
  const [resolver, released] = [
    await deployResolver(chain, settings),
    await deployResolver(chain, { ...settings, bytecode: releasedBytecode }),
  ]
  expectDocumented('0 siblings, release 0.1.0', await liveGas(released, []))
  for (const count of [0, 1, 5, 10, 16]) {
    const siblings = Array.from({ length: count }, (_, index) => toHex(2n ** 255n + BigInt(index)))
    // A pair costs less in the one order than in the other, which is that of random hashes.
    expectDocumented(`${count} siblings`, await liveGas(resolver, siblings), 100 + 12 * count)
  }
  expect(documented('0 siblings')).toBeLessThanOrEqual(1.05 * documented('0 siblings, release 0.1.0'))
})

test('rule: a sealed name takes the gas that the documentation tells', async () => {
  const resolver = await deployResolver(chain, settings)
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  const change = changeOf(name, holder.address)
  expectDocumented(
    'sealing a name',
    await used(present(chain, resolver, change, byKey(issuer), byKey(holder))),
  )
  for (const count of [1, 4, 30, 100]) {
    const args = [await signedRecords(resolver, count), concat([node, addrCall(name)])] as const
    const data = encodeFunctionData({ abi, functionName: 'resolveByHolder', args })
    expectDocumented(`sealed, ${count} records`, await call(resolver, data))
  }
  expect(documented('sealed, 1 records')).toBeLessThanOrEqual(45_000)
  expect(documented('sealed, 4 records')).toBeLessThanOrEqual(60_000)
  expect(documented('sealed, 30 records')).toBeLessThanOrEqual(150_000)
})

test('rule: a name that is sealed by a tree takes the gas that the documentation tells', async () => {
  const resolver = await deployResolver(chain, settings)
  const tree = sealTreeOf([{ name, kind: account, holder: holder.address }], 12)
  await waitUntilMined(chain, resolver.write.addSealTree([tree.root, tree.depth]))
  const proof = tree.proofOf(name)
  const request = addrRequest(name)
  const data = encodeFunctionData({
    abi,
    functionName: 'resolveByProvenHolder',
    args: [
      encodePacked(['uint32', 'bytes', 'bytes'], [size(proof), proof, await signedRecords(resolver, 4)]),
      encodePacked(
        ['bytes32', 'uint32', 'bytes', 'bytes'],
        [node, size(addrCall(name)), addrCall(name), request],
      ),
    ],
  })
  expectDocumented('sealed by a tree of depth 12, 4 records', await call(resolver, data))
})

test('rule: beats and files take the gas that the documentation tells', async () => {
  const resolver = await deployResolver(chain, settings)
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
  const others = Array.from({ length: 15 }, (_, index) => [`n${index}.demo.eth`, recordsOf(4)] as const)
  const bucket = encodeBucket(Object.fromEntries([...others, [name, recordsOf(4)]]))
  const index = Number(BigInt(node) >> 248n)
  const children = Array.from({ length: 256 }, (_, each) =>
    each === index ? bucketFileHash(bucket) : keccak256(toHex(each)),
  )
  const root = tileFileHash(children)
  expectDocumented('the first beat', await used(resolver.write.beat([keccak256('0x01'), 8, zeroHash, 0n])))
  await chain.client.setNextBlockTimestamp({ timestamp: (await getChainTime(chain)) + 86_400n })
  expectDocumented('a beat', await used(resolver.write.beat([root, 8, zeroHash, 0n])))
  await waitUntilMined(chain, resolver.write.setFiles([['https://files.example']]))
  await setTime(chain, (await getChainTime(chain)) + 3601n)
  const question = encodePacked(
    ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'],
    [bucketFileHash(bucket), 8, 0, node, addrCall(name)],
  )
  const data = encodeFunctionData({ abi, functionName: 'resolveFromFile', args: [bucket, question] })
  expectDocumented('dark, a bucket of 16 names', await call(resolver, data))
})

test('rule: a beat with a delay takes the gas that the documentation tells', async () => {
  const resolver = await deployResolver(chain, settings)
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 86_400]))
  const start = await getChainTime(chain)
  let gas = 0n
  for (let day = 1n; day < 6n; day += 1n) {
    await chain.client.setNextBlockTimestamp({ timestamp: start + day * 86_400n })
    gas = await used(resolver.write.beat([keccak256(toHex(day)), 8, zeroHash, 0n]))
  }
  expectDocumented('a beat, with a delay as long as between beats', gas)
})

test('rule: a deployment takes the gas that the documentation tells', async () => {
  const args = [owner.address, gatewayUrls, [signer.address], 604_800n, 0n] as const
  const data = encodeDeployData({ abi, bytecode, args })
  expectDocumented('deployment', await chain.client.estimateGas({ data }))
})
