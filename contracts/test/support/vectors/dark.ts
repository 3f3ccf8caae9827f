import { concat, type Hex, numberToHex, zeroHash } from 'viem'
import { type Chain, owner, setTime } from '../chain.ts'
import { multicall, textCall } from '../record-calls.ts'
import { deployResolver, type Resolver, waitUntilMined } from '../resolver.ts'
import { addrCall } from '../response-payload.ts'
import { byKey, changeOf, seal } from '../seal.ts'
import { sealTreeOf } from '../seal-tree.ts'
import { account, type RecordSet, signSet } from '../sealed.ts'
import { gatewaySigner, holder, issuer } from '../sealed-resolver.ts'
import { type TileZone, tileNames } from '../tiles.ts'
import { filesOf, recorder, type VectorRun } from '../vector.ts'
import { addressRecord, textRecord, type ZoneNames, type ZoneRecord } from '../zone.ts'

const hour = 3600n
const name = 'n7.demo.eth'
const names: ZoneNames = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `n${index}.demo.eth`,
    [addressRecord(60, numberToHex(index + 1, { size: 20 })), textRecord('url', `https://n${index}.example`)],
  ]),
)

function ask(asked = name) {
  return { name: asked, data: addrCall(asked) }
}

/** A resolver whose anchor beats a zone, last at `begin`; it is dark from an hour later on. */
async function darken(chain: Chain, resolver: Resolver, { root, depth }: TileZone, begin: bigint) {
  await waitUntilMined(chain, resolver.write.setFiles([['https://files.example']]))
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
  await chain.client.setNextBlockTimestamp({ timestamp: begin })
  await waitUntilMined(chain, resolver.write.beat([root, depth, zeroHash, 0n]))
  await setTime(chain, begin + hour + 1n)
}

/** Of names that files answer. Each begins later: the clock of a chain does not go back. */
export async function darkCases(run: VectorRun) {
  const { begin } = run
  return [
    ...(await zoneCases(run)),
    ...(await sealedInTheDark({ ...run, begin: begin + 100n * hour })),
    ...(await provenInTheDark({ ...run, begin: begin + 200n * hour })),
  ]
}

async function zoneCases(run: VectorRun) {
  const { chain, begin } = run
  const cases = []
  for (const [index, depth] of [0, 1, 8, 9].entries()) {
    const zone = tileNames(names, depth)
    const resolver = await deployResolver(chain, { grace: hour })
    await darken(chain, resolver, zone, begin + BigInt(10 * index) * hour)
    const record = recorder(run, resolver, { signers: [] })
    const files = filesOf(zone, name)
    const bucket = files.at(-1) ?? '0x'
    const above = files.slice(0, -1)
    cases.push(
      await record(`depth ${depth}: an address`, ask(), files),
      await record(
        `depth ${depth}: a name that is not there`,
        ask('absent.demo.eth'),
        filesOf(zone, 'absent.demo.eth'),
      ),
      await record(`depth ${depth}: an empty bucket`, ask(), [...above, '0x']),
    )
    if (depth !== 1) continue
    const calls = multicall([addrCall(name), textCall(name, 'url')])
    const other = [...zone.files.values()].find((file) => file !== bucket) ?? '0x'
    cases.push(
      await record(`depth ${depth}: two calls at once`, { name, data: calls }, files),
      await record(`depth ${depth}: a byte more in the bucket`, ask(), [...above, concat([bucket, '0x00'])]),
      await record(`depth ${depth}: a byte less in the bucket`, ask(), [
        ...above,
        bucket.slice(0, -2) as Hex,
      ]),
      await record(`depth ${depth}: the bucket of another name`, ask(), [...above, other]),
    )
  }
  return cases
}

async function sealedInTheDark(run: VectorRun) {
  const { chain, begin } = run
  const chainId = chain.client.chain.id
  const cases = []
  const valid = begin + 2n * hour
  const setUntil =
    (validUntil: bigint, by = holder) =>
    (resolver: Resolver) => {
      const set: RecordSet = { name, sequence: 1n, validUntil, records: [addressRecord(60, holder.address)] }
      return signSet(resolver, chainId, set, by)
    }
  const variants: readonly (readonly [string, ((resolver: Resolver) => Promise<Hex>) | undefined | null])[] =
    [
      ['signed by its holder', setUntil(valid)],
      ['valid until the last beat', setUntil(begin + 10n * hour * 2n)],
      ['ended before the last beat', setUntil(begin - 1n)],
      ['signed by another', setUntil(valid + 1000n * hour, gatewaySigner)],
      ['without a signed set', undefined],
      ['not in the files', null],
    ]
  for (const [index, [title, signed]] of variants.entries()) {
    const at = begin + BigInt(10 * index) * hour
    const resolver = await deployResolver(chain, { grace: hour })
    await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
    await seal(chain, resolver, changeOf(name, holder.address), byKey(issuer), byKey(holder))
    const own: readonly ZoneRecord[] = signed ? [['0x7f', await signed(resolver)]] : []
    const { [name]: plain = [], ...others } = names
    const zone = tileNames(signed === null ? others : { ...others, [name]: [...plain, ...own] }, 2)
    await darken(chain, resolver, zone, at)
    cases.push(await recorder(run, resolver, { signers: [] })(`sealed: ${title}`, ask(), filesOf(zone, name)))
  }
  return cases
}

async function provenInTheDark(run: VectorRun) {
  const { chain, begin } = run
  const chainId = chain.client.chain.id
  const tree = sealTreeOf([{ name, kind: account, holder: holder.address }], 2)
  const empty = sealTreeOf([], 2)
  const absent = 'n8.demo.eth'
  const set = (resolver: Resolver) =>
    signSet(
      resolver,
      chainId,
      { name, sequence: 1n, validUntil: begin + 1000n * hour, records: [addressRecord(60, holder.address)] },
      holder,
    )
  const proof = (of = tree, proven = name): ZoneRecord => ['0x7e', of.proofOf(proven)]
  const variants: readonly (readonly [
    string,
    string,
    ((resolver: Resolver) => Promise<readonly ZoneRecord[]>) | undefined,
  ])[] = [
    ['sealed by it', name, async (resolver) => [proof(), ['0x7f', await set(resolver)]]],
    ['sealed by it, without the set', name, async () => [proof()]],
    ['sealed by it, without the proof', name, async (resolver) => [['0x7f', await set(resolver)]]],
    ['sealed by it, the proof of another tree', name, async () => [proof(empty)]],
    ['not in it', absent, async () => [proof(tree, absent)]],
    ['not in it, without the proof', absent, async () => []],
    ['not in it, nor in the files', 'absent.demo.eth', undefined],
  ]
  const cases = []
  for (const [index, [title, asked, recordsOf]] of variants.entries()) {
    const at = begin + BigInt(10 * index) * hour
    const resolver = await deployResolver(chain, { grace: hour })
    await waitUntilMined(chain, resolver.write.addSealTree([tree.root, tree.depth]))
    const own = await recordsOf?.(resolver)
    const zone = tileNames(own ? { ...names, [asked]: [...(names[asked] ?? []), ...own] } : names, 2)
    await darken(chain, resolver, zone, at)
    cases.push(
      await recorder(run, resolver, { signers: [] })(`a tree: ${title}`, ask(asked), filesOf(zone, asked)),
    )
  }
  return cases
}
