import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { encodePacked, type Hex, zeroHash } from 'viem'
import { afterAll, describe, expect, it, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { decodeText, textCall } from './support/record-calls.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import {
  addrRequest,
  addrResult,
  newResponsePayload,
  signedResponse,
  signerKey,
} from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, seal } from './support/seal.ts'
import { sealTreeOf } from './support/seal-tree.ts'
import { account, signSet } from './support/sealed.ts'
import {
  address,
  answer,
  deployWithSeal,
  gatewaySigner,
  holder,
  name,
  node,
  set,
} from './support/sealed-resolver.ts'
import { bucketFileHash } from './support/tiles.ts'
import { encodeBucket, textRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const folder = fileURLToPath(new URL('../..', import.meta.url))

interface Proof {
  readonly file: string
  readonly title: string
}

/** The table of contracts/README.md, and the list below it. */
function readTable() {
  const text = readFileSync(`${folder}/contracts/README.md`, 'utf8')
  const [, below = ''] = text.split('| Who has | can | cannot |\n')
  const [table = '', list = ''] = below.split('\n\n')
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '))
  const proofs = new Map<number, Proof>()
  for (const [, number, file = '', title = ''] of list
    .replaceAll(/\n {3,4}/g, ' ')
    .matchAll(/^(\d+)\. `([^`]+)`: (.+)$/gm))
    proofs.set(Number(number), { file, title })
  return { rows, proofs }
}

describe('The table of powers', () => {
  const { rows, proofs } = readTable()
  const numbersIn = (cell: string) => [...cell.matchAll(/\((\d+)\)/g)].map(([, number]) => Number(number))

  it('rule: names each kind of attacker, and each statement of each cell has a proof', () => {
    expect(rows.map(([who]) => who)).toEqual([
      "a signer's key",
      "the anchor's key",
      'database and admin key',
      "the issuer's key",
      "the owner's key",
      "a holder's key",
      'the site of a passkey',
      'the hosts of files',
    ])
    for (const cells of rows) {
      expect(cells, cells[0]).toHaveLength(3)
      for (const statement of cells.slice(1).flatMap((cell) => cell.split('; ')))
        expect(numbersIn(statement).length, statement).toBeGreaterThan(0)
    }
    const used = new Set(rows.flat().flatMap(numbersIn))
    expect([...used].toSorted((one, other) => one - other)).toEqual([...proofs.keys()])
  })

  it.each([...proofs])('rule: proof %i is a test', (_number, { file, title }) => {
    expect(globSync(file, { cwd: folder })).toEqual([file])
    expect(readFileSync(`${folder}/${file}`, 'utf8')).toContain(`'${title}'`)
  })
})

test('rule: a signer answers anything for a name that is not sealed, for as long as it is one', async () => {
  const resolver = await deployWithSeal(chain)
  const wanted = addrResult('0x000000000000000000000000000000000000dEaD')
  const request = addrRequest('bob.demo.eth')
  const payload = { ...(await newResponsePayload(chain, resolver.address)), request, result: wanted }
  const response = await signedResponse(payload, gatewaySigner)
  expect(await resolver.read.resolveWithProof([response, request])).toBe(wanted)
  await waitUntilMined(chain, resolver.write.removeSigner([gatewaySigner.address]))
  expect(await revertOf(resolver.read.resolveWithProof([response, request]))).toMatchObject({
    name: 'UntrustedSigner',
  })
})

test('rule: a set that is valid is accepted after a newer one, too', async () => {
  const resolver = await deployWithSeal(chain)
  const [old, newer] = [
    await signSet(resolver, chainId, set, holder),
    await signSet(resolver, chainId, { ...set, sequence: 9n }, holder),
  ]
  await answer(resolver, newer)
  expect(await answer(resolver, old)).toBe(addrResult(address))
})

const thief = signerKey(66)

/** In the dark, from a file in which the thief has written this text beside nothing that the holder has signed. */
async function readForged(resolver: Resolver): Promise<Hex> {
  const bucket = encodeBucket({ [name]: [textRecord('url', 'of the owner')] })
  await waitUntilMined(chain, resolver.write.beat([bucketFileHash(bucket), 0, zeroHash, 0n]))
  await setTime(chain, (await getChainTime(chain)) + 8n * 86_400n)
  const types = ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'] as const
  const question = encodePacked(types, [bucketFileHash(bucket), 0, 0, node, textCall(name, 'url')])
  return resolver.read.resolveFromFile([bucket, question])
}

test('rule: whatever the owner of an irrevocable domain sets, a sealed name is its holder’s', async () => {
  const resolver = await deployWithSeal(chain)
  const tree = sealTreeOf([{ name, kind: account, holder: thief.address }], 0)
  const { write } = resolver
  for (const change of [
    () => write.addSigner([thief.address]),
    () => write.setIssuer([thief.address]),
    () => write.setUrls([['https://thief.example/{sender}/{data}']]),
    () => write.addSealTree([tree.root, 0]),
    () => write.setHeartbeat([owner.address, 0]),
    () => write.setFiles([['https://thief.example']]),
  ])
    await waitUntilMined(chain, change())
  const before = await resolver.read.seals([node])
  const change = changeOf(name, thief.address, { sequence: 4n })
  await expect(seal(chain, resolver, change, byKey(thief), byKey(thief))).rejects.toThrow()
  for (const signer of [thief, gatewaySigner])
    expect(
      await revertOf(answer(resolver, await signSet(resolver, chainId, { ...set, sequence: 9n }, signer))),
    ).toEqual({ name: 'NotSignedByHolder', args: [] })
  await expect(readForged(resolver)).rejects.toThrow()
  await waitUntilMined(chain, write.freeze([bucketFileHash('0x'), 0]))
  await expect(write.unseal([node])).rejects.toThrow()
  expect(await resolver.read.seals([node])).toEqual(before)
  expect(await answer(resolver, await signSet(resolver, chainId, set, holder))).toBe(addrResult(address))
})

test('rule: of a name that is not sealed the owner can, in the dark, set any record', async () => {
  const resolver = await deployResolver(chain, { grace: 604_800n })
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
  expect(decodeText(await readForged(resolver))).toBe('of the owner')
})
