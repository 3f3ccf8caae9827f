import type { Context } from '../context.ts'
import { checkSignersPeriodically } from '../core/health/check-signers-periodically.ts'
import { signerAdvice } from '../core/health/signer-advice.ts'

/**
 * Looks at the start and every few minutes whether resolvers on chain believe our answers, and logs each that does not;
 * one that could not be asked is asked again. Reads the resolvers of all domains as often, and logs each that has changed.
 * Nothing waits for it.
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
      onError: (err) => log.warn({ err }, 'the signers of resolvers could not be checked; trying again'),
    },
    signal,
  )
}
