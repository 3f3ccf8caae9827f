import { z } from 'zod'
import {
  addHost,
  assertHostShown,
  type DescribedHost,
  getHost,
  listHosts,
  maxHostLength,
  maxHosts,
  removeHost,
} from '../../core/domains/hosts.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import { chainId, domainName, domainParams, responseOf, singleLine, toIsoTime } from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Own hosts',
  description: "Hosts of a domain's owner, at which its public pages are.",
}
const collection = '/byname/v1/domains/:domain/hosts'
const item = `${collection}/:host`

const host = singleLine(maxHostLength).meta({
  description: 'Name of a host, without a port.',
  example: 'names.acme.com',
})

const time = z.iso.datetime().nullable()

const wireHost = z
  .object({
    host,
    isShown: z.boolean().meta({
      description: 'Whether this service shows the domain at the host.',
      example: true,
    }),
    proof: z
      .object({
        value: z.string().meta({
          description: 'Names the domain by its id (`ensId`).',
          example: 'byname-domain=01890a5d-ac96-774b-bcce-b302099a8057',
        }),
        dnsName: z
          .string()
          .meta({ description: 'Name of a TXT record with the value.', example: '_byname.names.acme.com' }),
        url: z.string().meta({
          description: 'URL of a text with the value.',
          example: 'http://names.acme.com/.well-known/byname-domain',
        }),
      })
      .meta({ description: 'Where the owner of the host names the domain; one of the two is enough.' }),
    provenAt: time.meta({ description: 'When the proof was found; null: never.', example: null }),
    checkedAt: time.meta({ description: 'When the proof was last looked for.', example: null }),
    missingSince: time.meta({
      description:
        'Since when the proof has been missing; null while it is there. After a week without it, the host is removed.',
      example: null,
    }),
    certificate: z
      .object({
        expiresAt: time.meta({ description: 'Null: none was issued yet.', example: null }),
        problem: z.string().nullable().meta({
          description: 'Why the last attempt has failed; null: it has not.',
          example: 'DNS problem: NXDOMAIN looking up A for names.acme.com',
        }),
        nextAttemptAt: z.iso.datetime().meta({ description: 'When it is asked for next.' }),
      })
      .nullable()
      .meta({
        description:
          'The certificate that this service gets for the host itself. Null: none was asked for yet, or the proxy in front has it.',
      }),
  })
  .meta({ id: 'DomainHost', description: "A host of a domain's owner, and how it is proven." })

const hostResponse = responseOf(wireHost, ({ host, proof, entry, certificate }: DescribedHost) => ({
  host,
  isShown: entry !== null,
  proof,
  provenAt: toIsoTime(entry?.provenAt ?? null),
  checkedAt: toIsoTime(entry?.checkedAt ?? null),
  missingSince: toIsoTime(entry?.missingSince ?? null),
  certificate: certificate && {
    expiresAt: toIsoTime(certificate.expiresAt),
    problem: certificate.problem,
    nextAttemptAt: toIsoTime(certificate.dueAt),
  },
}))

const hostParams = {
  params: z.object({ domain: domainName, host }),
  query: z.object({ chainId }),
} as const

const list = operation({
  summary: 'List the own hosts of a domain',
  description: `The hosts at which its claim page and its profiles are shown, by name. At most ${maxHosts}.`,
  auth: needs('read'),
  params: domainParams.params,
  query: z.object({ chainId, ...listQuery }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    listHosts(context, { caller, name: params.domain, ...query }),
  mounts: [
    {
      method: 'GET',
      url: collection,
      id: 'bynameListHosts',
      tag,
      response: listResponse(hostResponse, 'Hosts of the domain, by name.'),
    },
  ],
})

const get = operation({
  summary: 'Read an own host of a domain',
  description: 'Also of a host that is not shown yet: `proof` is what its owner has to publish.',
  auth: needs('read'),
  ...hostParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    getHost(context, { caller, chainId: query.chainId, name: params.domain, host: params.host }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetHost', tag, response: hostResponse }],
})

const add = operation({
  summary: 'Show a domain at an own host',
  description:
    'Looks for the proof: a TXT record, or a text at a URL of the host. The claim page is then at `/` of the host, and the ' +
    'profiles of the names are below `/n/`; wallets sign messages for that host, which are accepted for names of this domain ' +
    'only. Point the host at this service, which gets a certificate for it, or let the proxy in front do so. The proof must stay: it is ' +
    'looked for every day. A host that showed another domain shows this one.',
  auth: needs('domains:write'),
  loadClass: 'outbound',
  ...domainParams,
  body: z.object({ host }),
  errors: ['EnsNotFound', 'DomainBlockedException', 'HostNotProvenException', 'LimitReachedException'],
  handle: ({ context, caller, params, query, body }) =>
    addHost(context, { caller, chainId: query.chainId, name: params.domain, host: body.host }),
  mounts: [
    { method: 'POST', url: collection, id: 'bynameAddHost', tag, status: 201, response: hostResponse },
  ],
})

const remove = operation({
  summary: 'Remove an own host of a domain',
  description: 'It shows nothing any more. Returns the host, with the proof that would be needed again.',
  auth: needs('domains:write'),
  ...hostParams,
  errors: ['EnsNotFound', 'DomainBlockedException', 'HostNotFoundException'],
  handle: ({ context, caller, params, query }) =>
    removeHost(context, { caller, chainId: query.chainId, name: params.domain, host: params.host }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameRemoveHost', tag, response: hostResponse }],
})

const check = operation({
  summary: 'Check whether a host is served',
  description:
    'For a proxy that gets certificates on demand, such as Caddy with `ask`: 200 for the host of this service and for own hosts ' +
    'of domains, else 404.',
  auth: { accepts: [] },
  query: z.object({ domain: host }),
  errors: ['HostNotFoundException'],
  handle: async ({ context, query }) => {
    await assertHostShown(context, query.domain.toLowerCase())
    return { host: query.domain.toLowerCase() }
  },
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/hosts/check',
      id: 'bynameCheckHost',
      tag,
      response: responseOf(z.object({ host }), (shown: { readonly host: string }) => shown),
    },
  ],
})

export const domainHosts = [list, get, add, remove, check].flat()
