import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../credentials/signed-headers.ts'
import type { ApiResponse } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'
import { ethereumAddress, postAdd, subnameBody } from './subnames.ts'

/** Sends a change of a domain; without a key if it is the empty string. */
export function postDomainChange(
  { call, key: own }: TestService,
  verb: string,
  body: object,
  key: string = own,
): Promise<ApiResponse> {
  return call('POST', `/ens/v1/ens/${verb}`, { headers: { 'x-api-key': key }, body })
}

export function setDomainLimit(
  service: TestService,
  { id: ensId }: Domain,
  userChosenLimit: unknown,
  key?: string,
): Promise<ApiResponse> {
  return postDomainChange(service, 'update-user-chosen-limit', { ensId, userChosenLimit }, key)
}

export function deleteDomain(
  service: TestService,
  { id: ensId }: Domain,
  key?: string,
): Promise<ApiResponse> {
  return postDomainChange(service, 'delete', { ensId }, key)
}

/** Onboards the name of a domain, through the resolver of the chain-bound digest of its chain. */
export function requestOnboarding(
  service: TestService,
  { name, chainId }: OnChain,
  key?: string,
  workspaceId = service.workspaceId,
): Promise<ApiResponse> {
  const { id: offchainResolverId } = service.resolvers[chainId === 1 ? 1 : 11155111]['chain-bound']
  return postDomainChange(service, 'add', { ensDomain: name, offchainResolverId, workspaceId }, key)
}

/** Requests a new subname, with the key of the service's workspace alone. */
export function requestSubname(service: TestService, domain: OnChain, label: string): Promise<ApiResponse> {
  return postAdd(service, {
    headers: { 'x-api-key': service.key },
    body: {
      ...subnameBody(domain, label),
      addresses: [ethereumAddress(createWallet().address)],
      overrideSignatureCheck: true,
    },
  })
}
