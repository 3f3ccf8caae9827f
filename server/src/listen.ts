import cluster from 'node:cluster'
import { Socket } from 'node:net'
import { type Config, takeVariables } from './config/config.ts'
import type { Context } from './context.ts'
import { errorCode, OperatorError } from './errors.ts'
import type { ListenTarget } from './http/tls/tls-listener.ts'
import { serveMetrics } from './observability/metrics.ts'

export interface Service {
  /** Local base URL, without a trailing slash. */
  readonly url: string
  /** Of its own TLS; absent: off. */
  readonly tlsPorts?: { readonly https: number; readonly http: number }
  /** Absent without metrics. */
  readonly metricsUrl?: string
  /**
   * Fails `/ready`, serves requests for the grace period, completes those in flight and closes the context. Idempotent.
   */
  readonly stop: () => Promise<void>
}

/** Where to listen, and the settings that say so. */
export interface ListenAddress {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
  readonly hostSetting: string
  readonly portSetting: string
}

export const serviceAddress = { hostSetting: 'HOST', portSetting: 'PORT' }
export const tlsAddress = { hostSetting: 'TLS_HOST', portSetting: 'TLS_PORT' }
export const redirectAddress = { hostSetting: 'TLS_HOST', portSetting: 'TLS_REDIRECT_PORT' }
export const metricsAddress = { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' }

/** @throws OperatorError naming the setting to change; other errors as they are. */
export function explainListenError({ host, port, hostSetting, portSetting }: ListenAddress) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is taken. Choose another one with ${portSetting}.`)
    if (error.code === 'EACCES')
      throw new OperatorError(`Port ${port} needs privileges. Choose one above 1023 with ${portSetting}.`)
    if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
      throw new OperatorError(
        `${host} is not an address of this machine (${error.code}). Choose another one with ${hostSetting}.`,
      )
    throw error
  }
}

/** Serves metrics, if configured. A worker leaves it to its primary, which requests them. */
export async function startMetricsServer(
  { config, metrics }: Pick<Context, 'config' | 'metrics'>,
  scope: 'process' | 'workers' = 'process',
) {
  if (!config.metrics) return undefined
  metrics.collectProcessMetrics()
  if (cluster.isWorker) return undefined
  const readMetrics = scope === 'process' ? metrics.text : metrics.clusterText
  return serveMetrics(config.metrics, readMetrics).catch(
    explainListenError({ ...config.metrics, ...metricsAddress }),
  )
}

const socketNames = ['http', 'https', 'redirect'] as const

type SocketName = (typeof socketNames)[number]

/** By name, the file descriptors of listening sockets that systemd holds; empty: the process opens its own. */
export type HandedSockets = ReadonlyMap<SocketName, number>

const firstDescriptor = 3
/** A worker has its channel to the primary before them. */
const firstDescriptorOfWorker = 4

/**
 * The sockets that systemd passes, as sd_listen_fds(3) describes them. A worker gets their names from its primary.
 *
 * @throws OperatorError when a socket has no known name, or one has it twice.
 */
export function takeHandedSockets(): HandedSockets {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES } = takeVariables([
    'LISTEN_PID',
    'LISTEN_FDS',
    'LISTEN_FDNAMES',
  ])
  const names = LISTEN_FDNAMES ? LISTEN_FDNAMES.split(':') : []
  if (cluster.isWorker) return socketsOf(names, firstDescriptorOfWorker)
  // Those of another process are not in this one.
  if (Number(LISTEN_PID) !== process.pid) return new Map()
  return socketsOf(
    Array.from({ length: Number(LISTEN_FDS) }, (_, index) => names[index] ?? ''),
    firstDescriptor,
  )
}

function socketsOf(names: readonly string[], first: number): HandedSockets {
  const sockets = new Map<SocketName, number>()
  for (const [index, given] of names.entries()) {
    const name = socketNames.find((known) => known === given)
    if (name === undefined || sockets.has(name))
      throw new OperatorError(
        `systemd handed over a socket with the name "${given}"${name ? ' twice' : ''}. ` +
          `Give each socket one of the names ${socketNames.join(', ')} by FileDescriptorName= in its unit.`,
      )
    sockets.set(name, first + index)
  }
  return sockets
}

/** @throws OperatorError when some sockets are handed over, and not those that the settings need. */
export function assertSocketsFit(sockets: HandedSockets, { tls }: Pick<Config, 'tls'>): void {
  if (sockets.size === 0) return
  const needed: readonly SocketName[] = tls ? socketNames : ['http']
  const missing = needed.filter((name) => !sockets.has(name))
  if (missing.length > 0)
    throw new OperatorError(
      `systemd handed over sockets, and none with the name ${missing.join(' or ')}. Start its unit, or name it in Sockets=.`,
    )
  if (sockets.size > needed.length)
    throw new OperatorError(
      'systemd handed over sockets for HTTPS, and TLS is off. Set TLS=acme, or stop their units.',
    )
}

/**
 * The socket that was handed over by this name, or else the address. A worker accepts from the socket itself: connections that
 * wait there outlive every process, while those that its primary has accepted are lost with the last worker.
 */
export function targetOf(
  sockets: HandedSockets,
  name: SocketName,
  { host, port }: Pick<ListenTarget, 'host' | 'port'>,
): ListenTarget {
  const fd = sockets.get(name)
  return { host, port, ...(fd !== undefined && { handle: openHandle(name, fd) }) }
}

/** Node documents `_handle` as what `server.listen` takes of a socket; a descriptor alone, a worker would leave to its primary. */
function openHandle(name: SocketName, fd: number): object {
  const refuse = (cause: unknown) => {
    const code = errorCode(cause) ?? 'no TCP socket'
    return new OperatorError(`The socket ${name} that systemd handed over is not usable (${code}).`)
  }
  try {
    const handle: unknown = Reflect.get(new Socket({ fd, readable: false, writable: false }), '_handle')
    if (typeof handle === 'object' && handle !== null && 'getsockname' in handle) return handle
  } catch (error) {
    throw refuse(error)
  }
  throw refuse(undefined)
}
