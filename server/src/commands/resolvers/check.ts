import { checkSigners } from '../../core/system/check-signers.ts'
import { signerAdvice } from '../../core/system/signer-advice.ts'
import { UsageError } from '../../usage-error.ts'
import { command, flag } from '../command.ts'
import { printAll } from '../print.ts'
import { withContext } from '../with-context.ts'

export const resolversCheck = command({
  name: 'resolvers check',
  summary: 'ask each resolver on chain whether it trusts the signer that is configured; fails unless all do',
  options: { json: flag },
  run: async ({ options }) => {
    const checks = await withContext(checkSigners)
    const rows = checks.map(({ resolver: { id, chainId, address, signingScheme }, signer, trust }) => ({
      id,
      chainId,
      address,
      signingScheme,
      signer,
      trust,
    }))
    printAll(rows, options.json)
    const others = checks.filter(({ trust }) => trust !== 'trusted')
    if (others.length === 0) return
    const count = `${checks.length - others.length} of ${checks.length} resolvers are known to trust their signer.`
    throw new UsageError([...others.flatMap((check) => signerAdvice(check) ?? []), count].join('\n'))
  },
})
