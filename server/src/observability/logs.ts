import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Config, Secrets } from '../config/config.ts'
import { isAdminKeyRevoked, staleAdminKeys } from '../core/api-keys.ts'
import type { CoreContext } from '../core/context.ts'
import { operatorAdvice } from '../core/health/operator-advice.ts'
import { type ChainId, chainIds } from '../ens/chains.ts'

interface StartupContext extends CoreContext {
  readonly log: Logger
  readonly config: Config
}

/**
 * Logs the settings in a line, then each warning (admin keys, `operatorAdvice`). Of URLs that may contain a key only
 * the host is logged.
 */
export async function logStartup(context: StartupContext, secrets: Secrets): Promise<void> {
  const { log, config, signers } = context
  log.info(
    settingsSummary(config, secrets, (id) => signers.get(id)?.[0]?.address),
    'Byname starts',
  )
  if (secrets.adminApiKey && (await isAdminKeyRevoked(context, secrets.adminApiKey)))
    log.warn('The key in ADMIN_API_KEY was revoked and is invalid: set a new one.')
  for (const { id, prefix, createdAt } of await staleAdminKeys(context, secrets.adminApiKey))
    log.warn(
      { id, prefix, createdAt: new Date(createdAt).toISOString() },
      `A former admin key is still valid. To revoke it, run: byname keys revoke ${id}`,
    )
  for (const sentence of await operatorAdvice(context)) log.warn(sentence)
}

/** What a service would use, without secrets. */
export function settingsSummary(
  config: Config,
  secrets: Secrets,
  signerOf: (chainId: ChainId) => string | undefined,
) {
  const {
    publicUrl,
    trustedProxies,
    rateLimits: rates,
    writeLimits,
    limits,
    rateLimitFreeResolvePerIp: resolveFreeLimit,
  } = config
  return {
    publicUrl: publicUrl ?? null,
    database: secrets.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres',
    images: secrets.mediaBucket ? 'bucket' : 'folder',
    chains: Object.fromEntries(
      chainIds.map((id) => [id, { signer: signerOf(id) ?? null, node: hostOf(secrets.rpcUrls[id]) }]),
    ),
    payment: paymentSummary(config, secrets),
    alerts: secrets.alertTargets.map(({ kind, host }) => `${kind} ${host}`),
    trustedProxies,
    limits: { ...rates, resolveFree: resolveFreeLimit, writesPerDay: writeLimits, ...limits },
  }
}

function paymentSummary({ payment }: Config, { payment: keys }: Secrets) {
  if (!payment) return null
  const { payTo, amount, chainId, asset } = payment.terms
  const by = keys.relayerKey ? 'relayer' : 'facilitator'
  return { payTo, amount: `${amount}`, chainId, asset, by, node: hostOf(keys.rpcUrl) }
}

function hostOf(url: string | undefined): string | null {
  return url === undefined ? null : new URL(url).host
}
