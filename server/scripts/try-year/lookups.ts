import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Lookup {
  readonly name: string
  /** When it began, in Unix milliseconds. */
  readonly at: number
  readonly ms: number
  /** Absent: it resolved to the address that the name has. */
  readonly error?: string
}

export interface Client {
  readonly lookups: readonly Lookup[]
  resolve(name: string, address: string): void
  /** Another authority of certificates, in PEM. */
  trust(authority: string): void
  stop(): Promise<void>
}

export interface ClientOptions {
  readonly rpcUrl: string
  readonly lookupsPerSecond: number
  /** Stands in for the name server of the client; rewritten in place when a host moves. */
  readonly hostsFile: string
  /** A certificate that the client trusts. */
  readonly authority: string
}

/** Starts a client in a process of its own that resolves names from then on. */
export function startClient({ rpcUrl, lookupsPerSecond, hostsFile, authority }: ClientOptions): Client {
  const main = fileURLToPath(new URL('resolve-names.ts', import.meta.url))
  const withHosts = 'mount --make-rprivate /; mount --bind "$hosts" /etc/hosts; exec "$@"'
  const command = [execPath, main, rpcUrl, `${lookupsPerSecond}`]
  const client = spawn('unshare', ['--mount', 'sh', '-ec', withHosts, 'sh', ...command], {
    env: { ...env, hosts: hostsFile, NODE_EXTRA_CA_CERTS: authority },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(client, 'close')
  const lookups: Lookup[] = []
  createInterface(client.stdout).on('line', (line) => lookups.push(JSON.parse(line)))
  const send = (message: object) => void client.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    lookups,
    resolve: (name, address) => send({ name, address }),
    trust: (pem) => send({ authority: pem }),
    stop: async () => {
      client.stdin.end()
      await ended
    },
  }
}

/** The longest time from the begin of a lookup that failed to that of the next one that did not, in seconds. */
export function longestOutage(lookups: readonly Lookup[]): number {
  let longest = 0
  let since: number | undefined
  for (const { at, error } of lookups.toSorted((one, other) => one.at - other.at)) {
    if (error) since ??= at
    if (since !== undefined) longest = Math.max(longest, at - since)
    if (!error) since = undefined
  }
  return longest / 1000
}
