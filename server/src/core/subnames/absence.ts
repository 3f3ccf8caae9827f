import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { evaluateRequest, readPolicyFacts } from '../policies/assert-policy.ts'
import { requirePolicy } from '../policies/require-policy.ts'
import { readLabelState } from './label-state.ts'
import { requireDomainLabel } from './rules.ts'

/** Why a name has no page. Names are normalized (ENSIP-15). */
export type Absence = {
  readonly name: string
  readonly domain: string
} /** `blocked-domain`: the name itself, or that of which it is a subname. */ & (
  | { readonly kind: 'claimable' | 'blocked-domain' | 'unknown-domain' }
  /** `reason`: why a wallet cannot claim it, a sentence. `isForHolder`: the holder of its seal can. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isForHolder: boolean }
)

/**
 * For a name of which there is no page, neither as a subname nor as a domain. Rules about wallets do not refuse.
 */
export async function explainAbsence(
  context: CoreContext,
  { chainId, name }: { readonly chainId: ChainId; readonly name: EnsName },
): Promise<Absence> {
  const parts = splitName(name)
  const absence = { name, domain: parts.domain }
  const reader = withReadReplica(context)
  const isDomain = await requireDomain(reader, chainId, name).catch(ignoreUnknown)
  if (isDomain) return { name, domain: name, kind: 'blocked-domain' }
  const target = await requireDomainLabel(reader, { ...parts, chainId }).catch(ignoreUnknown)
  if (!target) return { ...absence, kind: 'unknown-domain' }
  const { domain, label } = target
  if (domain.isBlocked) return { ...absence, kind: 'blocked-domain' }
  const { db } = reader.store
  const policy = await requirePolicy(db, domain)
  const request = { action: 'claim', domain, label } as const
  const { facts } = await readLabelState(reader, target)
  const { outcome, reason, rule } = evaluateRequest(reader, policy, request, {
    ...(await readPolicyFacts(reader, db, policy, request)),
    ...facts,
  })
  if (outcome !== 'refused') return { ...absence, kind: 'claimable' }
  return { ...absence, kind: 'refused', reason, isForHolder: facts.isSealed && rule === 'reserved' }
}

/** A name of one label is no domain either. */
function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || !['EnsNotFound', 'InvalidNameException'].includes(error.name))
    throw error
}
