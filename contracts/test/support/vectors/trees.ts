import { concat, encodePacked, type Hex, size } from 'viem'
import { getChainTime, setTime } from '../chain.ts'
import { textCall } from '../record-calls.ts'
import { deployResolver, waitUntilMined } from '../resolver.ts'
import { addrCall, addrResult, encodeResponse, responseDigest, signerKey } from '../response-payload.ts'
import { byKey, changeOf, seal } from '../seal.ts'
import { type SealedName, type SealTree, sealTreeOf } from '../seal-tree.ts'
import { account, later, open, signSet } from '../sealed.ts'
import { address, gatewaySigner, holder, issuer, name, records } from '../sealed-resolver.ts'
import { recorder, requestOf, type VectorRun } from '../vector.ts'

const other = signerKey(6)
const crowd: readonly SealedName[] = Array.from({ length: 40 }, (_, index) => ({
  name: `n${index}.demo.eth`,
  kind: account,
  holder: other.address,
}))

/** Length of the proof, proof, and what follows. */
function provenBy(proof: Hex, rest: Hex): Hex {
  return concat([encodePacked(['uint32', 'bytes'], [size(proof), proof]), rest])
}

/**
 * Of a domain with trees of seals: alice in the first, bob in the second, carol in both, dora in storage, erin in none, frank not
 * sealed by the first and sealed by the second, grace with an entry of another length in the first and sealed by the second.
 */
export async function treeCases(run: VectorRun) {
  const { chain, begin } = run
  const chainId = chain.client.chain.id
  const resolver = await deployResolver(chain, { signers: [gatewaySigner.address] })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  const of = (label: string, by = holder) => ({
    name: `${label}.demo.eth`,
    kind: account,
    holder: by.address,
  })
  const openFrank = { ...of('frank'), kind: open }
  const shortGrace = { ...of('grace'), holder: '0x1122' as const }
  const first = sealTreeOf([...crowd, of('alice'), of('carol'), openFrank, shortGrace], 3)
  const second = sealTreeOf(
    ['bob', 'frank', 'grace'].map((label) => of(label)).concat(of('carol', other), of('dora', other)),
    0,
  )
  for (const { root, depth } of [first, second])
    await waitUntilMined(chain, resolver.write.addSealTree([root, depth]))
  const dora = changeOf('dora.demo.eth', holder.address)
  await seal(chain, resolver, dora, byKey(other), undefined, proofOf([first, second], 'dora'))
  await setTime(chain, begin)
  const now = await getChainTime(chain)
  const record = recorder(run, resolver, { signers: [gatewaySigner.address] })
  const ask = (label: string) => ({ name: `${label}.demo.eth`, data: addrCall(`${label}.demo.eth`) })
  const set = (label: string, by = holder) =>
    signSet(resolver, chainId, { name: `${label}.demo.eth`, sequence: 1n, validUntil: later, records }, by)
  const live = async (label: string) => {
    const request = requestOf('gateway', ask(label))
    const payload = {
      chainId,
      resolver: resolver.address,
      request,
      result: addrResult(address),
      expires: now + 60n,
    }
    return encodeResponse(payload, await gatewaySigner.sign({ hash: responseDigest(payload) }))
  }
  const absent = proofOf([first, second], 'erin')
  const inFirst = first.proofOf(name)
  return [
    await record('sealed by the first tree', ask('alice'), provenBy(inFirst, await set('alice'))),
    await record(
      'a text, sealed by the first tree',
      { name, data: textCall(name, 'url') },
      provenBy(inFirst, await set('alice')),
    ),
    await record(
      'sealed by the second tree',
      ask('bob'),
      provenBy(proofOf([first, second], 'bob'), await set('bob')),
    ),
    await record(
      'sealed by both: the first counts',
      ask('carol'),
      provenBy(first.proofOf('carol.demo.eth'), await set('carol')),
    ),
    await record(
      'sealed by both: not the second',
      ask('carol'),
      provenBy(proofOf([first, second], 'carol'), await set('carol', other)),
    ),
    await record('storage outranks the trees', ask('dora'), await set('dora')),
    await record(
      'storage outranks the trees: not the holder of a tree',
      ask('dora'),
      await set('dora', other),
    ),
    await record('in no tree', ask('erin'), provenBy(absent, await live('erin'))),
    await record('in no tree: a signed set', ask('erin'), provenBy(absent, await set('erin'))),
    await record('sealed: a live response', ask('alice'), provenBy(inFirst, await live('alice'))),
    await record(
      'without the proof of the second tree',
      ask('erin'),
      provenBy(first.proofOf('erin.demo.eth'), await live('erin')),
    ),
    await record('without a proof', ask('alice'), provenBy('0x', await live('alice'))),
    await record(
      'the proof of another name',
      ask('alice'),
      provenBy(first.proofOf('erin.demo.eth'), await live('alice')),
    ),
    await record(
      'the proof of the second tree alone',
      ask('bob'),
      provenBy(second.proofOf('bob.demo.eth'), await set('bob')),
    ),
    await record(
      'trees in another order',
      ask('bob'),
      provenBy(proofOf([second, first], 'bob'), await set('bob')),
    ),
    await record(
      'bytes behind the proof',
      ask('alice'),
      provenBy(concat([inFirst, '0x00']), await set('alice')),
    ),
    await record(
      'a proof of a byte less',
      ask('alice'),
      provenBy(inFirst.slice(0, -2) as Hex, await set('alice')),
    ),
    await record(
      'a length of the proof beyond the end',
      ask('alice'),
      concat(['0xffffffff', inFirst, await set('alice')]),
    ),
    await record(
      'opened by the first tree',
      ask('frank'),
      provenBy(first.proofOf('frank.demo.eth'), await live('frank')),
    ),
    await record(
      'an entry of another length in the first tree',
      ask('grace'),
      provenBy(proofOf([first, second], 'grace'), await set('grace')),
    ),
    await record('empty', ask('alice'), '0x'),
  ]
}

function proofOf(trees: readonly SealTree[], label: string): Hex {
  return concat(trees.map((tree) => tree.proofOf(`${label}.demo.eth`)))
}
