import type { Address } from 'viem'
import type { NameResolver } from '../../ccip/find-resolver.ts'
import type { ResolverInterfaces } from '../../ccip/read-resolver-interfaces.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped } from './finding.ts'
import { findRetiredService } from './retired-resolvers.ts'

/** `expected` is the contract that the domain is onboarded with here. */
export function judgeResolver(
  name: string,
  { resolver, inherited }: NameResolver,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'resolver',
    asked: `the resolver of ${name} (ENSIP-10, ENSIP-23)`,
    received: resolver
      ? `${resolver}, set on ${inherited ? 'a name above it (wildcard)' : 'the name itself'}`
      : 'none, neither on the name nor above it',
  } as const
  if (resolver) return ok(observation)
  return failed(observation, {
    problem: `No client finds a resolver for ${name}.`,
    fix: `Set the resolver of its domain in ENS${expected ? ` to ${expected}: byname domains set-resolver` : ' to the contract of the service that issues the name'}.`,
  })
}

export function judgeRetiredService(
  resolver: Address,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  const service = findRetiredService(resolver)
  const observation = {
    step: 'retired-service',
    asked: `whether ${resolver} belongs to a service that has ended`,
    received: service ? `${service.name}, ended on ${service.ended}` : 'no known one',
  } as const
  if (!service) return ok(observation)
  return failed(observation, {
    problem: `The name still points to the resolver of ${service.name}, which stopped on ${service.ended}: nothing answers for it.`,
    fix: `Issue the names at a service that runs, then set the resolver of the domain in ENS to ${expected ?? 'the contract of that service'}.`,
  })
}

export function judgeInterfaces(
  { resolver, inherited }: { readonly resolver: Address; readonly inherited: boolean },
  { hasCode, supportsErc165, isExtended, hasMulticall }: ResolverInterfaces,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'resolver-interfaces',
    asked: `ERC-165, IExtendedResolver (0x9061b923) and ENSIP-22 of ${resolver}`,
    received: hasCode
      ? [
          supportsErc165 ? 'ERC-165' : 'no ERC-165',
          isExtended ? 'IExtendedResolver' : 'no IExtendedResolver',
          hasMulticall ? 'multicall feature' : 'no multicall feature',
        ].join(', ')
      : 'no contract at the address',
  } as const
  const fix =
    'Set the resolver of the domain in ENS to a contract with IExtendedResolver: byname resolvers deploy, then byname domains set-resolver.'
  if (!hasCode) return failed(observation, { problem: `${resolver} is not a contract on this chain.`, fix })
  if (!isExtended && inherited)
    return failed(observation, {
      problem:
        'The resolver is set above the name and has no IExtendedResolver, so clients find nothing for names below.',
      fix,
    })
  return ok(observation)
}

/** `expected`: see `judgeResolver`. */
export function judgeConfigured(
  { resolver }: NameResolver,
  domain: string | undefined,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  if (domain === undefined || expected === undefined)
    return skipped('configured-resolver', 'This service has no domain at or above the name on this chain.')
  const observation = {
    step: 'configured-resolver',
    asked: `whether ${domain} uses the resolver that it is onboarded with here, ${expected}`,
    received: resolver ?? 'no resolver',
  } as const
  if (resolver?.toLowerCase() === expected.toLowerCase()) return ok(observation)
  return failed(observation, {
    problem: `In ENS, ${domain} has another resolver than here: lookups never reach this service.`,
    fix: `As the owner of ${domain}, set its resolver in ENS to ${expected}: byname domains set-resolver ${domain}.`,
  })
}

export function judgeLookup(resolver: Address, urls: readonly string[] | undefined): Finding<DiagnosisStep> {
  const observation = {
    step: 'lookup',
    asked: `resolve(name, addr) of ${resolver}`,
    received: urls
      ? `OffchainLookup with ${urls.length} gateway URL${urls.length === 1 ? '' : 's'}`
      : 'a result on chain',
  } as const
  if (!urls || urls.length > 0) return ok(observation)
  return failed(observation, {
    problem: 'The resolver lists no gateway.',
    fix: 'As its owner, set its gateway URLs: byname resolvers set-urls.',
  })
}
