import { request } from 'undici'
import type { Domain } from '../../../src/model/domain.ts'
import { createApiKey } from '../credentials/api-keys.ts'
import { readEventLog } from '../events/event-log.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestDnsServer } from '../http/dns-server.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

export interface WireHost {
  readonly host: string
  readonly isShown: boolean
  readonly proof: { readonly value: string; readonly dnsName: string; readonly url: string }
  readonly provenAt: string | null
  readonly missingSince: string | null
}

/** The operations about the own hosts of a domain, and proofs of them in a DNS. */
export function hostCalls(service: () => TestService, dns: () => TestDnsServer) {
  const send = (method: string, domain: OnChain, host = '', key = service().key): Promise<ApiResponse> =>
    service().call(method, `/byname/v1/domains/${domain.name}/hosts${host && `/${host}`}?chainId=1`, {
      headers: { 'x-api-key': key },
    })

  const add = (domain: OnChain, host: string, key = service().key): Promise<ApiResponse> =>
    service().call('POST', `/byname/v1/domains/${domain.name}/hosts?chainId=1`, {
      headers: { 'x-api-key': key },
      body: { host },
    })

  const prove = async (domain: Domain, host: string) => {
    const { proof } = dataOf<WireHost>(await send('GET', domain, host))
    dns().records.set(proof.dnsName, [proof.value])
  }

  const show = async (domain: Domain, host: string) => {
    await prove(domain, host)
    return dataOf<WireHost>(await add(domain, host), 201)
  }

  const list = async (domain: Domain) => dataOf<{ data: WireHost[] }>(await send('GET', domain)).data

  const eventsOf = async (domains: readonly Domain[]) => {
    const names = domains.map(({ name }) => name)
    const events = (await readEventLog(service().context.store)).filter(
      ({ type, name }) => type.startsWith('domain.host') && names.some((one) => one === name),
    )
    return events.map(({ type, name }) => [type, name])
  }

  const open = async (host: string, path: string) => {
    const { statusCode, headers, body } = await request(service().url + path, {
      headers: { host: `${host}:3333`, accept: 'text/html' },
    })
    return { status: statusCode, location: headers['location'], text: await body.text() }
  }

  const check = (host: string) => service().call('GET', `/byname/v1/hosts/check?domain=${host}`)

  const newKey = async (scope: 'names:write' | 'domains:write', workspaceId = service().workspaceId) =>
    (await createApiKey(service().context, { workspaceId, name: 'k', scopes: [scope] })).key

  return { send, add, prove, show, list, eventsOf, open, check, newKey }
}
