import type { CoreContext } from '../core/context.ts'
import type { Metrics } from './metrics.ts'

interface Sources
  extends Pick<CoreContext, 'responseCache' | 'nameCache' | 'formerGateways' | 'signingQueue'> {
  readonly store: Pick<CoreContext['store'], 'poolStats'>
  readonly overloadMonitor: { readonly utilization: () => number }
  readonly outputBuffers: { readonly bytes: () => number }
  readonly inputBuffers: { readonly bytes: () => number }
}

/** Of a process that answers lookups. */
export function registerLookupGauges({ gauge }: Metrics, sources: Sources): void {
  const { store, responseCache: responses, nameCache: names, formerGateways, signingQueue } = sources
  gauge('byname_response_cache_entries', 'Cached signed responses.', () => responses.size().entries)
  gauge(
    'byname_former_cache_bytes',
    'Bytes of answers of former gateways.',
    () => formerGateways.size().bytes,
  )
  gauge('byname_response_cache_bytes', 'Bytes of the response cache.', () => responses.size().bytes)
  gauge('byname_name_cache_entries', 'Names that are kept for lookups.', () => names.size().entries)
  gauge('byname_name_cache_bytes', 'Bytes of names that are kept for lookups.', () => names.size().bytes)
  gauge('byname_signing_pending', 'Responses that wait for a signature.', signingQueue.pending)
  gauge('byname_database_connections', 'Open database connections.', () => store.poolStats().connections)
  gauge(
    'byname_database_waiting',
    'Queries that wait for a database connection.',
    () => store.poolStats().waiting,
  )
  gauge(
    'byname_event_loop_utilization',
    'Share of the last interval in which the event loop was busy.',
    sources.overloadMonitor.utilization,
    'average',
  )
  gauge(
    'byname_output_buffer_bytes',
    'Bytes of responses that wait for their clients.',
    sources.outputBuffers.bytes,
  )
  gauge(
    'byname_input_buffer_bytes',
    'Bytes of request bodies that are being received.',
    sources.inputBuffers.bytes,
  )
}
