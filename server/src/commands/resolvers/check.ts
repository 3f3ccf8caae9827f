import { readConfig } from '../../config/config.ts'
import { checkResolvers, type ResolverHealth } from '../../core/health/check-resolvers.ts'
import { sharedSignerWarning } from '../../core/health/configuration-warnings.ts'
import { OperatorError } from '../../operator-error.ts'
import { command, flag } from '../command.ts'
import { printTable } from '../print.ts'
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
    if (options.json) printTable(checks.map(withGateways), true)
    else printChecks(checks)
    const findings = [...checks.flatMap((check) => check.findings), ...(warning ? [warning] : [])]
    if (findings.length === 0) return
    const trusted = checks.filter(({ trust }) => trust === 'trusted').length
    const count = `${trusted} of ${checks.length} resolvers are known to trust their signer.`
    throw new OperatorError([...findings, count].join('\n'))
  },
})

function printChecks(checks: readonly ResolverHealth[]): void {
  printTable(checks.map(toRow), false)
  const gatewayRows = checks.flatMap(({ resolver, gateways = [] }) =>
    gateways.map(({ method, url, outcome }) => ({ id: resolver.id, method, url, outcome })),
  )
  if (gatewayRows.length === 0) return
  console.log()
  printTable(gatewayRows, false)
}

function toRow({ resolver: { id, chainId, address, signingScheme }, signer, trust }: ResolverHealth) {
  return {
    id,
    chainId,
    address,
    signingScheme,
    signer,
    trust,
  }
}

function withGateways(check: ResolverHealth) {
  return { ...toRow(check), gateways: check.gateways ?? null }
}
