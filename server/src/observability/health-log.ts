import type { FastifyBaseLogger as Logger } from 'fastify'
import type { HealthListener } from '../core/health/health-monitor.ts'
import { healthAdvice } from '../core/health/reasons.ts'

/** Logs when a reason begins, and when it ends. Outages of RPCs are logged by `createRpcMonitor`, which sees every call. */
export function createHealthLog(log: Logger): Pick<HealthListener, 'onReason' | 'onEnd' | 'onRefreshed'> {
  return {
    onReason: ({ code, total, subjects }) => {
      if (code === 'rpc-unreachable') return
      const { severity, problem, fix } = healthAdvice[code]
      log[severity === 'critical' ? 'error' : 'warn']({ code, total, subjects }, `${problem} ${fix}`)
    },
    onEnd: (code, lastedMs) => {
      if (code !== 'rpc-unreachable') log.info({ code, lastedMs }, `${code} has ended`)
    },
    onRefreshed: (domains) => {
      for (const { name, chainId, onchainResolver } of domains)
        log.info({ name, chainId, onchainResolver }, 'the resolver of a domain on chain has changed')
    },
  }
}
