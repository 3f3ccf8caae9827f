import damerauLevenshtein from 'damerau-levenshtein'

/** Prefixes that other variables rarely have. */
const ownPrefixes = [
  'BYNAME_',
  'DATABASE_REPLICA',
  'GATEWAY_CACHE',
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
    if (known.includes(name) || ignoredNames.some((pattern) => pattern.test(name))) return []
    if (isServiceLinkPort(name, value)) return []
    const nearest = findNearest(name, known)
    if (nearest && nearest.distance <= maxEditDistance(nearest.candidate))
      return [`${name} is not a setting: is it ${nearest.candidate}?`]
    if (!ownPrefixes.some((prefix) => name.startsWith(prefix))) return []
    return [
      `${name} is not a setting${nearest ? `: is it ${nearest.candidate}?` : '; docs/operating.md lists them.'}`,
    ]
  })
}

/** Undefined if more than a third of every setting would have to be edited. Distances are slow: lengths come first. */
function findNearest(name: string, known: readonly string[]) {
  const isWithinReach = (candidate: string, distance: number) => distance <= candidate.length / 3
  const [nearest] = known
    .filter((candidate) => isWithinReach(candidate, Math.abs(candidate.length - name.length)))
    .map((candidate) => ({ candidate, distance: damerauLevenshtein(name, candidate).steps }))
    .filter(({ candidate, distance }) => isWithinReach(candidate, distance))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest
}

/** `NODE_ENV` has similar variables of Node's own. */
function maxEditDistance(setting: string): number {
  if (setting.length < 8 || setting === 'NODE_ENV') return 0
  return setting.length < 12 ? 1 : 2
}
