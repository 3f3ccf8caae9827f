import type { Context } from './context.ts'
import type { Doing } from './core/keep-doing.ts'
import { keepSignersChecked } from './core/system/keep-signers-checked.ts'
import { signerAdvice } from './core/system/signer-advice.ts'

/**
 * Looks at the start and every few minutes whether resolvers on chain believe our answers, and logs each that does not;
 * one that could not be asked is asked again. Reads the resolvers of all domains as often, and logs each that has changed.
 * Nothing waits for it.
 */
export function watchSigners(context: Context): Doing | undefined {
  const { log, config } = context
  let wrong = 0
  return config.signerCheckInterval === 0
    ? undefined
    : keepSignersChecked(context, config.signerCheckInterval, {
        checked: (checks) => {
          const advice = checks.flatMap((check) => signerAdvice(check) ?? [])
          for (const sentence of advice) log.error(sentence)
          if (wrong > 0 && checks.every(({ trust }) => trust === 'trusted'))
            log.info('Every resolver trusts its signer now.')
          wrong = advice.length
        },
        refreshed: (domains) => {
          for (const { name, chainId, onchainResolver } of domains)
            log.info({ name, chainId, onchainResolver }, 'the resolver of a domain on chain has changed')
        },
        failed: (err) => log.warn({ err }, 'the signers of resolvers could not be checked; trying again'),
      })
}
