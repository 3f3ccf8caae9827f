import type { Domain } from '../../src/store/domains.ts'
import type { Answer } from './api-client.ts'
import { add, ethereumAddress, subnameIn } from './names.ts'
import type { TestService } from './service.ts'
import { newWallet } from './signed-headers.ts'

/** Sends a change of a domain; without a key if it is the empty string. */
export const change = (
  { call, key: own }: TestService,
  verb: string,
  body: object,
  key: string = own,
): Promise<Answer> => call('POST', `/ens/v1/ens/${verb}`, { headers: { 'x-api-key': key }, body })

export const setLimit = (
  service: TestService,
  { id: ensId }: Domain,
  userChosenLimit: unknown,
  key?: string,
): Promise<Answer> => change(service, 'update-user-chosen-limit', { ensId, userChosenLimit }, key)

export const remove = (service: TestService, { id: ensId }: Domain, key?: string): Promise<Answer> =>
  change(service, 'delete', { ensId }, key)

/** Onboards the name of a domain, through the resolver of the chain-bound digest of its chain. */
export const onboard = (
  service: TestService,
  { name, chainId }: Pick<Domain, 'name' | 'chainId'>,
  key?: string,
  workspaceId = service.workspaceId,
): Promise<Answer> => {
  const { id: offchainResolverId } = service.resolvers[chainId === 1 ? 1 : 11155111]['chain-bound']
  return change(service, 'add', { ensDomain: name, offchainResolverId, workspaceId }, key)
}

/** Asks for a new subname, on the key of the service's workspace alone. */
export const tryToAdd = (service: TestService, domain: Domain, label: string): Promise<Answer> =>
  add(service, {
    headers: { 'x-api-key': service.key },
    body: {
      ...subnameIn(domain, label),
      addresses: [ethereumAddress(newWallet().address)],
      overrideSignatureCheck: true,
    },
  })
