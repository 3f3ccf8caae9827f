import type { Hex } from 'viem'
import { namehash } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { bucketOfNode, findLeaf, holderKindNumbers } from '../../gateway/seal-bucket.ts'
import { decodeSealedCall, withSealProof } from '../../gateway/sealed-call.ts'
import { parseSealTrees } from '../../model/seal.ts'
import type { LookupContext } from '../context.ts'
import type { CachedResponse, LookupOutcome, SealedLookup, ServedName } from './response-cache.ts'

/**
 * Responds to `recordSet(bytes)` with what the holder has signed, and to `resolveWithSeal(bytes,bytes)` with what the trees of the
 * contract say of the name, and its set or, if none seals it, the live response.
 *
 * @throws AppError `BadRequestException` for other calls; `NotFoundException` for a sealed name without a set that is valid still,
 * and for a tree that is not stored here; those of `readServed` and `respondLive`.
 */
export async function respondToSealed(
  context: LookupContext,
  { callData, readServed, respondLive }: SealedLookup,
): Promise<LookupOutcome> {
  const call = decodeSealedCall(callData)
  const { name } = call
  const served = await readServed(name)
  if (call.type === 'recordSet') return respondBySet(context, name, served)
  const { proof, isSealed } = await proveSeal(context, name, served)
  const inResponse = (part: Hex) => withSealProof(proof, part)
  const outcome = isSealed ? await respondBySet(context, name, served) : await respondLive(call.liveCall)
  return 'former' in outcome
    ? { ...outcome, inResponse }
    : { ...outcome, response: inResponse(outcome.response) }
}

/**
 * Seconds for which shared caches may keep a set, where the domain says nothing: no key is involved, and the next set has a greater
 * number.
 */
const sealedSharedMaxAge = 60

/** As it was stored: no signature is made. */
async function respondBySet(
  context: LookupContext,
  name: string,
  { lookup, subject }: ServedName,
): Promise<CachedResponse> {
  const { subname, etag, sharedMaxAge, dataVersion, readAt } = lookup
  context.responseCache.recordHitOrMiss('miss')
  const key = subname?.isVisible ? subname.key : undefined
  const set = key === undefined ? undefined : await context.store.sealedSet(key)
  if (!set || set.valid_until * 1000 < context.clock()) {
    context.lookupCounter.record({ ...subject, isAbsent: true }, context.clock())
    throw withoutSetError(name, set !== undefined)
  }
  return {
    response: set.response,
    expiresAt: set.valid_until,
    sharedMaxAge: sharedMaxAge ?? sealedSharedMaxAge,
    ...{ name, etag, subject, dataVersion, readAt, isSealed: true },
  }
}

/** Of each tree, up to the first with the name: later ones do not count, and the contract does not read them. */
async function proveSeal(
  { store }: LookupContext,
  name: string,
  { lookup }: ServedName,
): Promise<{ readonly proof: Uint8Array; readonly isSealed: boolean }> {
  const node = namehash(name)
  const proofs: Uint8Array[] = []
  for (const { root, depth } of parseSealTrees(lookup.resolver.sealTrees)) {
    const proof = await store.sealProof(root, bucketOfNode(node, depth))
    if (!proof) throw missingTreeError(root)
    proofs.push(proof)
    const leaf = findLeaf(proof, depth, node)
    if (leaf) return { proof: Buffer.concat(proofs), isSealed: isHolderKind(leaf.kind) }
  }
  return { proof: Buffer.concat(proofs), isSealed: false }
}

function isHolderKind(kind: number): boolean {
  return kind === holderKindNumbers.account || kind === holderKindNumbers.passkey
}

function withoutSetError(name: string, hasExpired: boolean): AppError {
  return new AppError(
    'NotFoundException',
    hasExpired
      ? `${name} is sealed, and what its holder has signed was valid until a time that has passed. Only the holder can renew it.`
      : `${name} is sealed, and no records that its holder has signed are here. Only the holder can send them.`,
  )
}

function missingTreeError(root: string): AppError {
  return new AppError(
    'NotFoundException',
    `The resolver has the tree of seals ${root}, which is not stored here, so that nothing can be proven of the name. ` +
      'The operator stores it with `byname resolvers add-seal-tree`.',
  )
}
