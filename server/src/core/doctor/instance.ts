import { type Advice, type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

export interface InstanceFacts {
  readonly domain: string
  readonly isBlocked: boolean
  /** Null without one, and for callers that may not know. */
  readonly blockReason: string | null
  readonly isDeleted: boolean
  /** Whether no further name can be issued; undefined when the caller may not know. */
  readonly isFull: boolean | undefined
  /** `undefined` for the domain itself. */
  readonly subname: 'issued' | 'reserved' | 'absent' | undefined
  /** Whether the stored Ethereum address is set; undefined when unknown. */
  readonly hasAddress: boolean
  /** Whether the caller may read the domain. */
  readonly isReadable: boolean
}

/** `hasChainAddress`: whether clients get an address; undefined when that could not be read. */
export function judgeInstance(
  name: string,
  facts: InstanceFacts | undefined,
  hasChainAddress: boolean | undefined,
): Finding<DiagnosisStep> {
  if (!facts) return skipped('instance', 'This service has no domain at or above the name on this chain.')
  const observation = {
    step: 'instance',
    asked: `what this service has for ${name}`,
    received: describe(facts),
  } as const
  const { domain } = facts
  if (facts.isBlocked || facts.isDeleted) return failed(observation, withheldAdvice(name, facts))
  if (facts.subname === 'absent')
    return failed(observation, {
      problem: `${name} is not issued: it resolves to empty values.`,
      fix: `Issue ${name} here, or check its spelling.`,
      verdict: `${name} is not issued.`,
    })
  if (facts.subname === 'reserved')
    return warning(observation, {
      problem: `${name} is reserved and not accepted yet: it resolves to empty values.`,
      fix: 'Let the invited holder accept it.',
      verdict: `${name} is reserved: it resolves once its holder accepts it.`,
    })
  if (hasChainAddress !== undefined && hasChainAddress !== facts.hasAddress)
    return warning(observation, {
      problem: `The address that clients get for ${name} is ${hasChainAddress ? 'set' : 'empty'}, and here it is ${facts.hasAddress ? 'set' : 'empty'}.`,
      fix: `Wait a minute and examine it again; if it stays so, tell the operator of this service.`,
      operatorFix: `Check that the gateway URLs of the resolver lead to this service: byname resolvers check.`,
      verdict: `${name} resolves to another address than this service has for it.`,
    })
  if (facts.isFull)
    return warning(observation, {
      problem: `${domain} has reached its limit of names, or its plan has ended: no further name is issued.`,
      fix: `Raise the limit of ${domain} in its settings, or ask the operator of this service to extend its plan.`,
      operatorFix: `Raise the limit of ${domain}, or extend its plan: byname domains set-plan ${domain}.`,
      verdict: `${name} resolves, but ${domain} is full: no further name is issued.`,
    })
  return ok(observation)
}

/** Why is for those who may read the domain. */
function withheldAdvice(name: string, facts: InstanceFacts): Advice {
  const { domain, isReadable, isBlocked, blockReason } = facts
  if (!isReadable)
    return {
      problem: `This service withholds the names of ${domain}: they resolve to empty values, or not at all.`,
      fix: `Ask again as a member of the workspace of ${domain}, who sees why, or ask the operator.`,
      verdict: `${name} does not resolve because this service withholds the names of ${domain}.`,
    }
  return isBlocked
    ? {
        problem: `${domain} is blocked by the operator of this service: its names resolve to empty values. ${blockReason === null ? 'No reason is given.' : `The reason: ${blockReason}`}`,
        fix: 'Mend what the reason says, then ask the operator of this service to lift the block. Nothing is deleted.',
        operatorFix: `Lift the block in the settings of ${domain}: POST /ens/v1/ens/update-ens-is-blocked with isBlocked=false.`,
        verdict: `${name} does not resolve because ${domain} is blocked by the operator.`,
      }
    : {
        problem: `${domain} is deleted here: its names do not resolve.`,
        fix: `Add ${domain} again in the console, with a wallet that controls it; its names come back.`,
        operatorFix: `Onboard ${domain} again with its workspace: byname domains add ${domain}.`,
        verdict: `${name} does not resolve because ${domain} was deleted here.`,
      }
}

function describe({ domain, isBlocked, isDeleted, subname, isReadable }: InstanceFacts): string {
  if ((isBlocked || isDeleted) && !isReadable) return `${domain}, whose names are withheld`
  const state = isBlocked ? ' (blocked)' : isDeleted ? ' (deleted)' : ''
  return `${domain}${state}${subname ? `, the name is ${subname}` : ''}`
}
