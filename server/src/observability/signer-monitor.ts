import type { Context } from '../context.ts'
import { checkSignersPeriodically } from '../core/health/check-signers-periodically.ts'
import { signerAdvice } from '../core/health/signer-advice.ts'

/**
 * Logs each resolver on chain that does not trust our signers, and each change of a domain's resolver, at start and
 * every few minutes. Repeats failed checks.
 */
export async function runSignerMonitor(context: Context, signal: AbortSignal): Promise<void> {
  const { log, config } = context
  let untrustedCount = 0
  if (config.signerMonitorIntervalMs === 0) return
  await checkSignersPeriodically(
    context,
    config.signerMonitorIntervalMs,
    {
      onChecked: (checks) => {
        const advice = checks.flatMap((check) => signerAdvice(check) ?? [])
        for (const sentence of advice) log.error(sentence)
        if (untrustedCount > 0 && checks.every(({ trust }) => trust === 'trusted'))
          log.info('Every resolver trusts its signer now.')
        untrustedCount = advice.length
      },
      onRefreshed: (domains) => {
        for (const { name, chainId, onchainResolver } of domains)
          log.info({ name, chainId, onchainResolver }, 'the resolver of a domain on chain has changed')
      },
      onError: (err) => log.warn({ err }, 'the signers of resolvers could not be checked; retrying'),
    },
    signal,
  )
}
