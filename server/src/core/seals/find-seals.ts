import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'
import { type EnsName, namehash } from '../../ens/names.ts'
import { bucketOfNode, findLeaf, holderKindNumbers } from '../../gateway/seal-bucket.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { type HolderKind, parseSealTrees, type Seal, type SealedSet } from '../../model/seal.ts'
import { findSealProofs, findSealState, findStoredSeals, type SealRow } from '../../store/entities/seals.ts'
import type { Queryable } from '../../store/tables.ts'

/** Who holds a name by its resolver contract, as far as this service has read, and how that is proven. */
export interface KnownSeal extends Seal {
  /** Of the trees; absent: the seal is in storage. */
  readonly sealProof?: Uint8Array
}

/** `undefined` for a kind without a holder. */
export function holderKindOf(kind: number): HolderKind | undefined {
  if (kind === holderKindNumbers.account) return 'account'
  return kind === holderKindNumbers.passkey ? 'passkey' : undefined
}

/** Whether the contract accepts the set by its holder and number; others are of earlier holders. */
export function isSetOf(
  seal: Pick<Seal, 'holder' | 'sequence'>,
  set: Pick<SealedSet, 'holder' | 'sequence'>,
): boolean {
  return set.holder === seal.holder && set.sequence >= seal.sequence
}

type SealingResolver = Pick<Resolver, 'id' | 'hasSeals' | 'sealTrees'>

/** The seals of those of the names that are sealed. Most resolvers seal nothing, for which this is one read of a row. */
export async function findSealsOfDomain(
  db: Queryable,
  domainId: string,
  names: readonly EnsName[],
): Promise<ReadonlyMap<EnsName, KnownSeal>> {
  const resolver = await findSealState(db, domainId)
  return resolver ? findSeals(db, resolver, names) : new Map()
}

/** As `findSealsOfDomain`, for a resolver that was read. */
export async function findSeals(
  db: Queryable,
  resolver: SealingResolver,
  names: readonly EnsName[],
): Promise<ReadonlyMap<EnsName, KnownSeal>> {
  if (!resolver.hasSeals && resolver.sealTrees === '') return new Map()
  const nodes = new Map(names.map((name) => [toHex(namehash(name)), name]))
  const stored = await findStoredSeals(db, resolver.id, [...nodes.keys()])
  const written = new Set(stored.map(({ node }) => node))
  const others = [...nodes.keys()].filter((node) => !written.has(node))
  const seals = new Map<Hex, KnownSeal>([
    ...stored.flatMap((row) => toEntry(row)),
    ...(await findInTrees(db, resolver, others)),
  ])
  return new Map(
    [...seals].flatMap(([node, seal]) => {
      const name = nodes.get(node)
      return name === undefined ? [] : [[name, seal] as const]
    }),
  )
}

function toEntry({ node, holder, kind, sealSequence: sequence }: SealRow): [Hex, KnownSeal][] {
  return kind === 'open' ? [] : [[node, { holder, kind, sequence }]]
}

async function findInTrees(
  db: Queryable,
  resolver: Pick<Resolver, 'sealTrees'>,
  nodes: readonly Hex[],
): Promise<ReadonlyMap<Hex, KnownSeal>> {
  const proven = await proveByTrees(db, resolver, nodes)
  return new Map(
    [...proven].flatMap(([node, { seal, proof }]) => (seal ? [[node, { ...seal, sealProof: proof }]] : [])),
  )
}

interface ProvenName {
  /** Of what each tree says, up to the first that has the name. */
  readonly proof: Uint8Array
  /** `undefined`: not sealed by the trees. */
  readonly seal: Seal | undefined
}

/** Of several trees with a node the first counts. Trees that are not stored here are passed over. */
async function proveByTrees(
  db: Queryable,
  { sealTrees }: Pick<Resolver, 'sealTrees'>,
  nodes: readonly Hex[],
): Promise<ReadonlyMap<Hex, ProvenName>> {
  const seals = new Map<Hex, Seal>()
  const decided = new Set<Hex>()
  const proofsOf = new Map<Hex, Uint8Array[]>(nodes.map((node) => [node, []]))
  for (const { root, depth } of parseSealTrees(sealTrees)) {
    const left = nodes.filter((node) => !decided.has(node))
    if (left.length === 0) break
    const buckets = left.map((node) => bucketOfNode(fromHex(node), depth))
    const proofs = await findSealProofs(db, root, buckets)
    for (const [index, node] of left.entries()) {
      const proof = proofs.get(buckets[index] ?? 0)
      if (!proof) continue
      const read = proofsOf.get(node) ?? []
      read.push(proof)
      const leaf = findLeaf(proof, depth, fromHex(node))
      if (!leaf) continue
      decided.add(node)
      const kind = holderKindOf(leaf.kind)
      if (kind) seals.set(node, { holder: leaf.holder, kind, sequence: 0n })
    }
  }
  return new Map(
    [...proofsOf].map(([node, proofs]) => [node, { proof: Buffer.concat(proofs), seal: seals.get(node) }]),
  )
}

interface ZoneSeal {
  readonly isSealed: boolean
  /** Absent: the contract has no trees, or the seal is in storage. */
  readonly proof?: Uint8Array
}

/** What a file needs of seals, for each name; an empty map where the contract of the domain seals nothing. */
export async function findZoneSeals(
  db: Queryable,
  { id }: Pick<Domain, 'id'>,
  names: readonly EnsName[],
): Promise<ReadonlyMap<EnsName, ZoneSeal>> {
  const resolver = await findSealState(db, id)
  if (!resolver || (!resolver.hasSeals && resolver.sealTrees === '')) return new Map()
  const nodes = names.map((name) => toHex(namehash(name)))
  const stored = new Map((await findStoredSeals(db, resolver.id, nodes)).map((row) => [row.node, row]))
  const proven = await proveByTrees(
    db,
    resolver,
    resolver.sealTrees === '' ? [] : nodes.filter((node) => !stored.has(node)),
  )
  return new Map(
    names.map((name, index): [EnsName, ZoneSeal] => {
      const node = nodes[index] ?? '0x'
      const { proof, seal } = proven.get(node) ?? {}
      const row = stored.get(node)
      return [name, { isSealed: row ? row.kind !== 'open' : seal !== undefined, ...(proof && { proof }) }]
    }),
  )
}
