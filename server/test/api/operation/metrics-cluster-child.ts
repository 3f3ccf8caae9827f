import cluster from 'node:cluster'
import { createPrometheusMetrics } from '../../../src/observability/prometheus.ts'

const metrics = createPrometheusMetrics()
if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork(), cluster.fork()]
  let counted = 0
  cluster.on('message', async (_worker, message) => {
    if (message !== 'counted' || ++counted < workers.length) return
    const [hanging] = workers
    hanging?.process.kill('SIGSTOP')
    process.stdout.write(await metrics.clusterText())
    for (const worker of workers) worker.process.kill('SIGKILL')
  })
} else {
  metrics.lookup('answered', 0.002)
  metrics.signature()
  metrics.sharedGauge('byname_payments', 'Payments by state.', 'state', async () => ({ confirmed: 7 }))
  process.send?.('counted')
}
