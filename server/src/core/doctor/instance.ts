import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

export interface InstanceFacts {
  readonly domain: string
  readonly isBlocked: boolean
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
    asked: `what this service holds for ${name}`,
    received: describe(facts),
  } as const
  const { domain } = facts
  if (facts.isBlocked || facts.isDeleted) return failed(observation, withheldAdvice(facts))
  if (facts.subname === 'absent')
    return failed(observation, {
      problem: `${name} is not issued: it resolves to empty values.`,
      fix: `Issue ${name} here, or check its spelling.`,
    })
  if (facts.subname === 'reserved')
    return warning(observation, {
      problem: `${name} is reserved and not accepted yet: it resolves to empty values.`,
      fix: 'Let the invited holder accept it.',
    })
  if (hasChainAddress !== undefined && hasChainAddress !== facts.hasAddress)
    return warning(observation, {
      problem: `The address that clients get for ${name} is ${hasChainAddress ? 'set' : 'empty'}, and here it is ${facts.hasAddress ? 'set' : 'empty'}.`,
      fix: `Check that the gateway URLs of the resolver lead to this service: byname resolvers check.`,
    })
  if (facts.isFull)
    return warning(observation, {
      problem: `${domain} has reached its limit of names, or its plan has ended: no further name is issued.`,
      fix: `Raise the limit of ${domain}, or let the operator extend its plan: byname domains set-plan ${domain}.`,
    })
  return ok(observation)
}

/** Why is for those who may read the domain. */
function withheldAdvice({ domain, isReadable, isBlocked }: InstanceFacts) {
  if (!isReadable)
    return {
      problem: `This service withholds the names of ${domain}: they resolve to empty values, or not at all.`,
      fix: `Ask again with an API key of the workspace of ${domain}, which says why, or ask the operator.`,
    }
  return isBlocked
    ? {
        problem: `${domain} is blocked: its names resolve to empty values.`,
        fix: `As an administrator, unblock ${domain}: POST /ens/v1/ens/update-ens-is-blocked with isBlocked=false.`,
      }
    : {
        problem: `${domain} is deleted here: its names do not resolve.`,
        fix: `Onboard ${domain} again with its workspace: byname domains add ${domain}.`,
      }
}

function describe({ domain, isBlocked, isDeleted, subname, isReadable }: InstanceFacts): string {
  if ((isBlocked || isDeleted) && !isReadable) return `${domain}, whose names are withheld`
  const state = isBlocked ? ' (blocked)' : isDeleted ? ' (deleted)' : ''
  return `${domain}${state}${subname ? `, the name is ${subname}` : ''}`
}
