import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { type Devnet, startDevnet } from '@byname/devnet'
import fc from 'fast-check'
import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  http,
  keccak256,
  namehash,
  slice,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SigningScheme } from '../../../src/gateway/digest.ts'
import { createLocalSigner } from '../../../src/signing/local-signer.ts'
import { startSignerServer } from '../../../src/signing/socket/signer-server.ts'
import { deployResolverOf } from '../../support/chain/deploy-resolver.ts'
import { createFolder } from '../../support/folders.ts'
import { encodeResolve, resolverAbi } from '../../support/gateway/calls.ts'

/**
 * The attacker owns the socket of the process that holds the key: it may send anything, and has all that it gets. It wins when a
 * contract accepts a response that the process was not shown, or was shown with an expiry that is not lawful.
 */

const key = `0x${'31'.repeat(32)}` as const
const chainId = 1
const schemes = ['merkle', 'chain-bound', 'published'] as const
/** Of the contract, and of the process. */
const maxLifetimeSeconds = 3_600

interface Response {
  readonly request: Hex
  readonly result: Hex
  readonly expires: number
}

/** Any value where the protocol wants one: what is sent is not what it seems. */
interface Question {
  readonly scheme: SigningScheme
  readonly responses: readonly Response[]
  readonly seed: Hex
  readonly change?: (body: Record<string, unknown>) => unknown
}

/** Returns r, s and v, or undefined where it refuses. */
type Oracle = (question: Question) => Promise<Hex | undefined>

let devnet: Devnet
let resolvers: Readonly<Record<SigningScheme, Address>>

beforeAll(async () => {
  devnet = await startDevnet({ chains: [chainId] })
  const signers = [privateKeyToAccount(key).address]
  const deploy = (scheme: SigningScheme) =>
    deployResolverOf(devnet, { chainId, scheme, url: 'https://names.example/', signers })
  resolvers = {
    merkle: await deploy('merkle'),
    'chain-bound': await deploy('chain-bound'),
    published: await deploy('published'),
  }
})
afterAll(() => devnet.stop())

const now = () => Math.floor(Date.now() / 1000)

function requestOf(label: string): Hex {
  const name = `${label}.demo.eth`
  const call = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [namehash(name)] })
  return toHex(encodeResolve(name, call))
}

const addressWord = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])
const thief = addressWord(`0x${'dead'.repeat(10)}`)

function digestOf(scheme: SigningScheme, { request, result, expires }: Response): Hex {
  const chain = scheme === 'published' ? '0x' : toHex(chainId, { size: 32 })
  const fields = concat([chain, toHex(expires, { size: 8 }), keccak256(request), keccak256(result)])
  return keccak256(concat(['0x1900', resolvers[scheme], fields]))
}

function nodeOf(one: Hex, other: Hex): Hex {
  const [first, second] = hexToBigInt(one) < hexToBigInt(other) ? [one, other] : [other, one]
  return keccak256(concat(['0x01', first, second]))
}

interface Element {
  readonly hash: Hex
  /** From here to the root. */
  readonly path: readonly Hex[]
}

/** Every hash of the tree of leaves with these siblings, the leaves first. */
function elementsOf(
  leaves: readonly Hex[],
  siblings: readonly Hex[],
): { leaves: Element[]; others: Element[] } {
  interface Node {
    readonly hash: Hex
    readonly below: { hash: Hex; path: Hex[] }[]
  }
  const all: Element[][] = [[], []]
  let level = leaves.map((leaf, index): Node => {
    const sibling = siblings[index] ?? leaf
    const [one, other] = [
      { hash: leaf, path: [sibling] },
      { hash: sibling, path: [leaf] },
    ]
    all[0]?.push(one)
    all[1]?.push(other)
    return { hash: nodeOf(leaf, sibling), below: [one, other] }
  })
  while (level.length > 1) {
    const parents: Node[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2)
      if (!left) continue
      if (!right) {
        parents.push(left)
        continue
      }
      for (const [node, sibling] of [
        [left, right],
        [right, left],
      ] as const) {
        const self = { hash: node.hash, path: [sibling.hash] }
        for (const { path } of node.below) path.push(sibling.hash)
        node.below.push(self)
        all[1]?.push(self)
      }
      parents.push({ hash: nodeOf(left.hash, right.hash), below: [...left.below, ...right.below] })
    }
    level = parents
  }
  const [root] = level
  return {
    leaves: all[0] ?? [],
    others: [...(all[1] ?? []), ...(root ? [{ hash: root.hash, path: [] }] : [])],
  }
}

/** How siblings may follow from a seed, as far as the attacker knows; the first is how they do. */
const derivations: readonly ((seed: Hex, index: number) => Hex)[] = [
  (seed, index) => keccak256(concat(['0x02', seed, toHex(index, { size: 4 })])),
  (seed) => slice(concat([seed, toHex(0, { size: 32 })]), 0, 32),
  (seed) => keccak256(seed),
  () => toHex(0, { size: 32 }),
]

/** Whether the contract returns the result, at a time at which the response would be valid. */
async function accepts(
  scheme: SigningScheme,
  response: Response,
  signature: Hex,
  at: number,
): Promise<boolean> {
  const client = createPublicClient({ transport: http(devnet.rpcUrl(chainId)) })
  const { result, expires, request } = response
  const data = encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, BigInt(expires), signature],
  )
  const call = { abi: bynameResolverAbi, functionName: 'resolveWithProof', args: [data, request] } as const
  try {
    await client.call({
      to: resolvers[scheme],
      data: encodeFunctionData(call),
      blockOverrides: { time: BigInt(at) },
    })
    return true
  } catch {
    return false
  }
}

/** What the attacker wants to prove without showing it, at the moment of each. */
const wanted = [now() + 1_800, now() + 365 * 86_400].map((expires) => ({
  response: { request: requestOf('victim'), result: thief, expires },
  at: expires - 1_700,
}))

/** One question, and what can be made of its signature. Returns what the contract accepts unlawfully; it accepts what was shown. */
async function attack(ask: Oracle, question: Question, derivesSiblings = true): Promise<readonly string[]> {
  const { scheme, responses, seed } = question
  const asked = now()
  const signature = await ask(question)
  if (!signature) return []
  const isLawful = ({ expires }: Response) =>
    expires >= asked - 1 && expires <= asked + maxLifetimeSeconds + 1
  const targets = [
    ...wanted,
    ...responses.filter((one) => !isLawful(one)).map((response) => ({ response, at: response.expires - 60 })),
  ]
  const leaves = responses.map((response) => digestOf(scheme, response))
  const trees = derivations.map((derive) =>
    elementsOf(
      leaves,
      leaves.map((_, index) => derive(seed, index)),
    ),
  )
  const others = trees.flatMap((tree) => tree.others)
  const won: string[] = []
  for (const { response, at } of targets) {
    const digest = digestOf(scheme, response)
    const paths = [
      ...others.filter(({ hash }) => hash === digest),
      ...others.slice(0, 3),
      ...(trees[0]?.leaves.slice(0, 1) ?? []),
      { path: [] },
    ]
    for (const { path } of paths)
      if (await accepts(scheme, response, concat([signature, ...path]), at))
        won.push(`${scheme}: ${JSON.stringify(response)} with ${path.length} siblings`)
  }
  for (const [index, shown] of responses.entries()) {
    if (!isLawful(shown) || !derivesSiblings) continue
    const path = leaves.length === 1 ? [] : (trees[0]?.leaves[index]?.path ?? [])
    expect(await accepts(scheme, shown, concat([signature, ...path]), now())).toBe(true)
  }
  return won
}

/** Fields that the attacker likes, of each kind. */
const lawful = fc.record({ label: fc.constantFrom('a', 'b', 'c'), digit: fc.integer({ min: 1, max: 9 }) })

function responseOf({ label, digit }: { readonly label: string; readonly digit: number }): Response {
  return {
    request: requestOf(label),
    result: addressWord(`0x${String(digit).repeat(40)}`),
    expires: now() + 300,
  }
}

const changes: readonly ((response: Response) => Response)[] = [
  (response) => ({ ...response, expires: now() + 365 * 86_400 }),
  (response) => ({ ...response, expires: now() + maxLifetimeSeconds + 5 }),
  (response) => ({ ...response, expires: now() - 120 }),
  (response) => ({ ...response, expires: 2 ** 48 - 1 }),
  (response) => ({ ...response, request: response.request.slice(0, 10) as Hex }),
  (response) => ({ ...response, result: '0x556f1830' }),
  (response) => ({ ...response, result: concat(['0x556f1830', toHex(0, { size: 64 })]) }),
  (response) => ({ ...response, result: concat([response.result, '0x00']) }),
  // The bytes that are hashed for the digest of what it wants.
  (response) => ({ ...response, result: concat(['0x1900', resolvers.merkle, thief]) }),
]

function seedsOf(scheme: SigningScheme, responses: readonly Response[]): readonly Hex[] {
  const targets = wanted.map(({ response }) => digestOf(scheme, response))
  const [first = '0x'] = responses.map((response) => digestOf(scheme, response))
  return [...targets, first, toHex(0, { size: 32 }), toHex(randomBytes(32)), '0x', concat([first, first])]
}

const forgedBodies: readonly ((body: Record<string, unknown>) => unknown)[] = [
  (body) => ({ ...body, blinding: body['seed'] }),
  (body) => ({
    ...body,
    digest: digestOf('merkle', wanted[0]?.response ?? responseOf({ label: 'a', digit: 1 })),
  }),
  (body) => ({ ...body, root: `0x${'11'.repeat(32)}` }),
  (body) => ({ ...body, scheme: 'published' }),
  (body) => ({ ...body, scheme: 'chain-bound' }),
  (body) => ({ ...body, chainId: 11155111 }),
  (body) => ({ ...body, signer: `0x${'12'.repeat(20)}` }),
  (body) => [body],
]

/** Once in four times. */
const rarely = (which: fc.Arbitrary<number>) =>
  fc.oneof({ arbitrary: which, weight: 1 }, { arbitrary: fc.constant(undefined), weight: 3 })

const question: fc.Arbitrary<Question> = fc
  .record({
    scheme: fc.constantFrom(...schemes, 'merkle', 'merkle'),
    given: fc.array(lawful, { minLength: 1, maxLength: 6 }),
    change: rarely(fc.nat(changes.length - 1)),
    forge: rarely(fc.nat(forgedBodies.length - 1)),
    seed: fc.nat(6),
  })
  .map(({ scheme, given, change, forge, seed }) => {
    const all = (scheme === 'merkle' ? given : given.slice(0, 1)).map(responseOf)
    const [first, ...rest] = all
    const changed = change === undefined ? undefined : changes[change]
    const responses = first && changed ? [changed(first), ...rest] : all
    const alone = responses.length === 1 && seed < 6
    const forged = forge === undefined ? undefined : forgedBodies[forge]
    return {
      ...{ scheme, responses },
      seed: alone ? '0x' : (seedsOf(scheme, responses)[seed] ?? '0x'),
      ...(forged && { change: forged }),
    }
  })

async function startOracle(): Promise<{ readonly ask: Oracle; readonly counts: () => readonly number[] }> {
  const socketPath = join(await createFolder('socket'), 'signer.sock')
  const signer = createLocalSigner(key)
  const { stop } = await startSignerServer({
    socketPath,
    signers: new Map([[chainId, [signer]]]),
    resolvers: schemes.map((scheme) => ({ chainId, scheme, address: resolvers[scheme] })),
    maxPerSecond: 100_000,
    onSigned: () => {},
    onRefused: () => {},
  })
  onTestFinished(stop)
  const counts = { signed: 0, refused: 0 }
  const ask: Oracle = async ({ scheme, responses, seed, change }) => {
    const body = { signer: signer.address, scheme, chainId, resolver: resolvers[scheme], responses, seed }
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    httpRequest({ socketPath, path: '/sign', method: 'POST' }, (reply) =>
      text(reply).then((json) => resolve(JSON.parse(json)), reject),
    )
      .on('error', reject)
      .end(JSON.stringify(change ? change(body) : body))
    const { signature } = await promise
    counts[signature === undefined ? 'refused' : 'signed']++
    return signature as Hex | undefined
  }
  return { ask, counts: () => [counts.signed, counts.refused] }
}

const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 60)

test('property: no question at the socket gives a signature for what was not shown, or not with a lawful expiry', async () => {
  const { ask, counts } = await startOracle()
  await fc.assert(
    fc.asyncProperty(question, async (one) => {
      expect(await attack(ask, one)).toEqual([])
    }),
    { numRuns: rounds, endOnFailure: true },
  )
  const [signed = 0, refused = 0] = counts()
  expect(Math.min(signed, refused)).toBeGreaterThan(0)
}, 600_000)

test('rule: against a signer whose siblings are bytes of its caller, the same attacker wins', async () => {
  const account = privateKeyToAccount(key)
  const ask: Oracle = ({ scheme, responses, seed }) => {
    const leaves = responses.map((response) => digestOf(scheme, response))
    const { others } = elementsOf(
      leaves,
      leaves.map(() => seed),
    )
    const root = others.at(-1)?.hash ?? '0x'
    const packed = concat(['0x1900', resolvers[scheme], toHex(chainId, { size: 32 }), root])
    return account.sign({ hash: keccak256(packed) })
  }
  const responses = ['a', 'b'].map((label) => responseOf({ label, digit: 1 }))
  for (const { response } of wanted) {
    const won = await attack(ask, { scheme: 'merkle', responses, seed: digestOf('merkle', response) }, false)
    expect(won).not.toEqual([])
  }
})
