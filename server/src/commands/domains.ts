import { operatorCaller } from '../core/auth/sessions.ts'
import { purgeDomain } from '../core/domains/administer.ts'
import {
  setAllowedOriginsAsOperator,
  setDomainPlan,
  setSharedMaxAgeAsOperator,
} from '../core/domains/change.ts'
import { listDomains } from '../core/domains/list.ts'
import { onboardDomain } from '../core/domains/onboard.ts'
import { getResolver } from '../core/resolvers/resolvers.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { serializeSubscription } from '../http/operations/subscriptions.ts'
import { serializeBynameDomain } from '../http/schema/byname-domain.ts'
import { serializeDomain } from '../http/schema/domain.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { sendOrPrintOwnerCall } from './owner.ts'
import {
  type Command,
  command,
  flag,
  optional,
  parseAmount,
  parseChainId,
  parseTime,
  printRecord,
  printTable,
  required,
  withContext,
} from './shared.ts'

const domainsAdd = command({
  name: 'domains add',
  summary: 'onboard a domain that uses the resolver in ENS, on the chain of the resolver, for a workspace',
  operands: ['domain'],
  options: { workspace: required('id'), resolver: required('id'), json: flag },
  run: async ({ operands: [text], options }) => {
    const name = parseDomain(text)
    const { workspace: workspaceId, resolver: resolverId } = options
    const domain = await withContext((context) =>
      onboardDomain(context, { caller: operatorCaller(context), workspaceId, resolverId, name }),
    )
    printRecord(serializeDomain(domain), options.json)
  },
})

const domainsSetResolver = command({
  name: 'domains set-resolver',
  summary:
    'point a domain at a resolver in ENS, before it is onboarded: as its owner, with the private key in the variable ' +
    'that --key-from names, or print the transaction for its owner',
  operands: ['domain'],
  options: { resolver: required('id'), 'key-from': optional('variable'), json: flag },
  run: async ({ operands: [text], options }) => {
    const name = parseDomain(text)
    // Large; loaded on demand.
    const { setResolverCall } = await import('../chain/owner-calls.ts')
    await withContext(async (context) => {
      const { address, chainId } = await getResolver(context, options.resolver)
      const chain = chainClientOf(context.chains, chainId)
      const call = await setResolverCall(chain, name, address)
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCall(chain, { title: 'change of resolver', call }, owner)
    })
  },
})

const domainsList = command({
  name: 'domains list',
  summary: 'list the domains of all workspaces, or deleted domains, which can be purged',
  options: { deleted: flag, json: flag },
  run: async ({ options }) => {
    const domains = await withContext((context) => listDomains(context, { includeDeleted: options.deleted }))
    const matching = domains.filter(({ deletedAt }) => !options.deleted || deletedAt !== null)
    printTable(matching.map(serializeDomain), options.json)
  },
})

const domainsPurge = command({
  name: 'domains purge',
  summary: 'delete a deleted domain and its subnames permanently',
  operands: ['ensId'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    printRecord(serializeDomain(await withContext((context) => purgeDomain(context, id))), options.json)
  },
})

const domainsSetOrigins = command({
  name: 'domains set-origins',
  summary: 'set the sites for which holders of subnames of a domain may sign messages',
  operands: ['name'],
  options: { chain: required('id'), origins: optional('origin,origin'), any: flag, json: flag },
  run: async ({ operands: [text], options }) => {
    const { chain, origins, any, json } = options
    if ((origins === undefined) !== any)
      throw new OperatorError('Give either --origins, a list separated by commas, or --any.')
    const allowedOrigins = origins === undefined ? null : origins.split(',').map((entry) => entry.trim())
    const input = { chainId: parseChainId(chain), name: parseDomain(text), allowedOrigins }
    const domain = await withContext((context) => setAllowedOriginsAsOperator(context, input))
    printRecord(serializeBynameDomain(domain), json)
  },
})

const domainsSetCaching = command({
  name: 'domains set-caching',
  summary:
    'set for how long caches in front of the gateway may keep responses to lookups of a domain, or that none may',
  operands: ['domain'],
  options: { chain: required('id'), seconds: optional('n'), none: flag, json: flag },
  run: async ({ operands: [text], options: { chain, seconds, none, json } }) => {
    const chainId = parseChainId(chain)
    const name = parseDomain(text)
    if (none === (seconds !== undefined)) throw new OperatorError('Give either --seconds or --none.')
    const sharedMaxAge = seconds === undefined ? null : parseAmount(seconds)
    const domain = await withContext((context) =>
      setSharedMaxAgeAsOperator(context, { chainId, name, sharedMaxAge }),
    )
    printRecord(serializeBynameDomain(domain), json)
  },
})

const domainsSetPlan = command({
  name: 'domains set-plan',
  summary: 'set until when names are issued under a domain, and how many (absent parts stay), or lift both',
  operands: ['domain'],
  options: { chain: required('id'), until: optional('time'), names: optional('n'), none: flag, json: flag },
  run: async ({ operands: [text], options: { chain, until, names, none, json } }) => {
    const chainId = parseChainId(chain)
    const name = parseDomain(text)
    if (none === (until !== undefined || names !== undefined))
      throw new OperatorError('Give --until, --names or both, or --none alone.')
    const plan = none
      ? { expiresAt: null, maxNames: null }
      : {
          ...(until !== undefined && { expiresAt: parseTime(until) }),
          ...(names !== undefined && { maxNames: parseAmount(names) }),
        }
    await withContext(async (context) => {
      const domain = await setDomainPlan(context, { chainId, name, plan })
      printRecord(serializeSubscription(domain, context.clock()), json)
    })
  },
})

export const domainCommands: readonly Command[] = [
  domainsAdd,
  domainsSetResolver,
  domainsList,
  domainsPurge,
  domainsSetOrigins,
  domainsSetCaching,
  domainsSetPlan,
]
