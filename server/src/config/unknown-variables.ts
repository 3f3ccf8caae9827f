import damerauLevenshtein from 'damerau-levenshtein'
import { clientVariableNames } from './environment.ts'

/** Prefixes that other variables rarely have. */
const ownPrefixes = [
  'BYNAME_',
  'DATABASE_REPLICA',
  'GATEWAY_CACHE',
  'GATEWAY_DEGRADED',
  'GATEWAY_MAX',
  'GATEWAY_SIGNATURE',
  'GATEWAY_STALE',
  'MAX_EVENT_LOOP',
  'MEDIA_',
  'METRICS_',
  'OUTBOUND_',
  'PAYMENT_',
  'RATE_LIMIT_',
  'RESOLVE_',
  'RPC_URL',
  'SIGNER_',
  'TRUSTED_PROX',
  'WALLETCONNECT_',
]

/** Set by our tests, and by Kubernetes for each Service. */
const ignoredNames = [
  /^BYNAME_(TEST|FAULT)_/,
  /_SERVICE_(HOST|PORT(_\w+)?)$/,
  /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/,
]

/** `<SERVICE>_PORT`, as set by Kubernetes and Docker links. */
function isServiceLinkPort(name: string, value: string): boolean {
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Finds unknown variables with one of our prefixes, or one edit away from one of `known` (two for long names). Short
 * names such as `HOST` are too similar to others to judge.
 *
 * @returns a sentence for each, without the value.
 */
export function findUnknownVariables(given: Variables, known: readonly string[]): readonly string[] {
  return Object.entries(given).flatMap(([name, value = '']) => {
    if (
      known.includes(name) ||
      clientVariableNames.includes(name) ||
      ignoredNames.some((pattern) => pattern.test(name))
    )
      return []
    if (isServiceLinkPort(name, value)) return []
    const isOurs = ownPrefixes.some((prefix) => name.startsWith(prefix))
    const nearest = findNearest(name, known, isOurs ? (setting) => setting.length / 3 : maxEditDistance)
    if (nearest) return [`${name} is not a setting: is it ${nearest}?`]
    return isOurs ? [`${name} is not a setting; docs/operating/settings.md lists them.`] : []
  })
}

/** Undefined without one within reach. Distances are slow to compute, so lengths come first. */
function findNearest(
  name: string,
  known: readonly string[],
  reach: (setting: string) => number,
): string | undefined {
  const [nearest] = known
    .filter((setting) => Math.abs(setting.length - name.length) <= reach(setting))
    .map((setting) => ({ setting, distance: damerauLevenshtein(name, setting).steps }))
    .filter(({ setting, distance }) => distance <= reach(setting))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.setting
}

/** `NODE_ENV` has similar variables of Node's own. */
function maxEditDistance(setting: string): number {
  if (setting.length < 8 || setting === 'NODE_ENV') return 0
  return setting.length < 12 ? 1 : 2
}
