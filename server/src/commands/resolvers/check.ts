import { readConfig } from '../../config.ts'
import { checkResolvers, type ResolverCheck } from '../../core/system/check-resolvers.ts'
import { sharedSignerWarning } from '../../core/system/configuration-warnings.ts'
import { UsageError } from '../../usage-error.ts'
import { command, flag } from '../command.ts'
import { printAll } from '../print.ts'
import { withContext } from '../with-context.ts'

export const resolversCheck = command({
  name: 'resolvers check',
  summary:
    'ask each resolver on chain whether it trusts our signer and leads to PUBLIC_URL, and each of its gateway URLs for ' +
    'an answer that it takes; fails unless all do',
  options: { json: flag },
  run: async ({ options }) => {
    const { publicUrl } = readConfig().config
    const { checks, warning } = await withContext(async (context) => {
      const checks = await checkResolvers(context, publicUrl)
      const resolvers = checks.map(({ resolver }) => resolver)
      return { checks, warning: sharedSignerWarning(context, resolvers) }
    })
    if (options.json) printAll(checks.map(withGateways), true)
    else print(checks)
    const findings = [...checks.flatMap((check) => check.findings), ...(warning ? [warning] : [])]
    if (findings.length === 0) return
    const trusted = checks.filter(({ trust }) => trust === 'trusted').length
    const count = `${trusted} of ${checks.length} resolvers are known to trust their signer.`
    throw new UsageError([...findings, count].join('\n'))
  },
})

function print(checks: readonly ResolverCheck[]): void {
  printAll(checks.map(row), false)
  const answers = checks.flatMap(({ resolver, gateways = [] }) =>
    gateways.map(({ method, url, outcome }) => ({ id: resolver.id, method, url, outcome })),
  )
  if (answers.length === 0) return
  console.log()
  printAll(answers, false)
}

const row = ({ resolver: { id, chainId, address, signingScheme }, signer, trust }: ResolverCheck) => ({
  id,
  chainId,
  address,
  signingScheme,
  signer,
  trust,
})

const withGateways = (check: ResolverCheck) => ({ ...row(check), gateways: check.gateways ?? null })
