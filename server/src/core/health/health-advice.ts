/** `degraded`: it serves, and a person is needed. `unavailable`: no lookup can be answered. */
export type HealthState = 'ok' | 'degraded' | 'unavailable'

interface Advice {
  /** `critical`: names or writes fail now. */
  readonly severity: 'critical' | 'warning'
  readonly problem: string
  readonly fix: string
}

/** By stable code, the gravest first; `docs/operating/monitor.md` has the same lists. */
export const healthAdvice = {
  'database-unavailable': {
    severity: 'critical',
    problem: 'The database does not respond, or refuses this service.',
    fix: 'Start the database, or mend the connection to it, and the service recovers; a change of DATABASE_URL takes a restart.',
  },
  'signer-missing': {
    severity: 'critical',
    problem: 'A chain has domains and no signer, so none of their names resolves.',
    fix:
      'Set SIGNER_KEY_<chain> to the key of a signer that the resolver contract lists, and restart; or mend the access to its key ' +
      'in AWS KMS, which the log names.',
  },
  'signer-failing': {
    severity: 'critical',
    problem: 'A signer does not sign, or not with its key: lookups fail, or clients reject the responses.',
    fix: 'Start the process of "byname signer", or mend the access to its key; the log has the reason.',
  },
  'clock-wrong': {
    severity: 'critical',
    problem: 'The clock of this machine is wrong, so contracts and clients reject what is valid for a time.',
    fix: 'Set the clock by NTP (timedatectl set-ntp true); the service recovers without a restart.',
  },
  'signer-untrusted': {
    severity: 'critical',
    problem: 'A resolver contract rejects the signer of this service, so clients reject its responses.',
    fix: 'Have the owner of the contract add the signer, or set SIGNER_KEY_<chain> to the key of a listed one.',
  },
  'resolver-missing': {
    severity: 'critical',
    problem: 'No resolver contract that lists its signers is at the address of a resolver in use.',
    fix: 'Correct the entry of the resolver, or RPC_URL_<chain>; "byname resolvers check" shows both.',
  },
  'gateway-failing': {
    severity: 'critical',
    problem: 'No gateway URL of a resolver in use gives clients a response that its contract accepts.',
    fix: 'Mend the step that is named: the proxy, the certificate, the DNS record, the key or the clock; or replace the URL: byname resolvers set-urls.',
  },
  'certificate-missing': {
    severity: 'critical',
    problem: 'This service has no valid certificate for its own host, so no client reaches it over HTTPS.',
    fix: 'Mend what the authority says: the DNS record of the host leads here, and a firewall lets in ports 80 and 443.',
  },
  'universal-resolver-failing': {
    severity: 'critical',
    problem:
      'The Universal Resolver, by which clients resolve, does not lead to the contract of a resolver in use, or rejects its responses.',
    fix: 'Mend what is named: the contract has to support wildcards (ENSIP-10), and RPC_URL_<chain> to serve its chain; "byname doctor <name>" shows each step.',
  },
  'primary-unavailable': {
    severity: 'critical',
    problem:
      'The primary database does not respond, or a replica was promoted in its place: that one answers reads, and writes fail.',
    fix: 'Start the primary, or promote a replica; once one is promoted, change DATABASE_URL of all instances.',
  },
  'writes-failing': {
    severity: 'critical',
    problem: 'The database rejects writes, or does not finish them.',
    fix: 'Free space on its disk, make it writable again, or start its synchronous standby; docs/operating/scale-out.md has what else to do without one.',
  },
  'database-damaged': {
    severity: 'critical',
    problem: 'The database is damaged, or its disk reports errors: what is there cannot be read.',
    fix: 'Look at the disk (dmesg), keep a copy of the database, and restore the newest backup: docs/operating/backups.md.',
  },
  'signer-partly-failing': {
    severity: 'warning',
    problem: 'A signer does not sign; another one that the contracts trust signs in its place.',
    fix: 'Start the process of "byname signer", or mend the access to its key; the log has the reason.',
  },
  'gateway-partly-failing': {
    severity: 'warning',
    problem: 'A gateway URL of a resolver in use fails; names resolve through another one, more slowly.',
    fix: 'Mend the step that is named, or remove the URL: byname resolvers set-urls.',
  },
  'certificate-failing': {
    severity: 'warning',
    problem: 'The certificate of this service could not be renewed; the one before is valid for some days.',
    fix: 'Mend what the authority says: the DNS record of the host leads here, and a firewall lets in ports 80 and 443.',
  },
  overloaded: {
    severity: 'warning',
    problem: 'Lookups are rejected under overload.',
    fix: 'Give the service more processor time, or a signer that signs more; docs/scaling.md has what each lookup takes.',
  },
  'database-slow': {
    severity: 'warning',
    problem: 'The database takes long to write, or lets in no further connection.',
    fix: 'Mend what is named; else look at its disk, at its locks and at what else works on it.',
  },
  'rpc-unreachable': {
    severity: 'warning',
    problem: 'An RPC does not respond: domains cannot be onboarded, and contract wallets cannot sign.',
    fix: 'Look at the node or at the limits of its provider, or set RPC_URL_<chain> to another one.',
  },
  'rpc-wrong-chain': {
    severity: 'warning',
    problem: 'An RPC serves another chain than its setting names.',
    fix: 'Set RPC_URL_<chain> to an RPC of that chain, and restart.',
  },
  'rpc-behind': {
    severity: 'warning',
    problem: 'The newest block of an RPC is old: what is read of its chain is out of date.',
    fix: 'Wait until the node has caught up, or set RPC_URL_<chain> to another one.',
  },
  'domain-elsewhere': {
    severity: 'warning',
    problem: 'A domain has another resolver on chain, so its names do not resolve here.',
    fix: 'Have its owner set the resolver again, or delete or block the domain if it has left for good.',
  },
  'seal-tree-missing': {
    severity: 'warning',
    problem:
      'A tree of seals is in the contract of a domain and not stored here, so that names of the domain cannot be proven and do not resolve.',
    fix: 'Store it from the file of its names and holders: byname resolvers add-seal-tree <resolver id> <file>.',
  },
  'domain-expiring': {
    severity: 'warning',
    problem: 'The registration of a domain ends within 30 days, or has ended.',
    fix: 'Have its owner renew it in an ENS app: after the grace period another account can register it.',
  },
  'disk-low': {
    severity: 'warning',
    problem: 'Little disk space is free; writes fail when it is used up.',
    fix: 'Enlarge the disk, delete old backups on it, or shorten the retention of events and webhooks.',
  },
  'images-failing': {
    severity: 'warning',
    problem: 'Uploaded images cannot be stored.',
    fix: 'Make the folder of images writable for the user of the service, or mend the access to MEDIA_BUCKET.',
  },
  'backup-late': {
    severity: 'warning',
    problem: 'The newest encrypted backup is older than it should be, or not there.',
    fix: 'Run "byname backup" and mend what it says; "systemctl list-timers" shows whether byname-backup.timer is enabled.',
  },
  'log-shipping-late': {
    severity: 'warning',
    problem:
      'What was written more than a minute ago is not in the target of backups, and would be lost with the disk.',
    fix: 'Mend the access to BACKUP_TARGET, or the connection to it; what is missing is then stored without a restart.',
  },
  'backup-unreadable': {
    severity: 'warning',
    problem: 'The newest encrypted backup could not be read back as it was stored.',
    fix: 'Run "byname backups verify" and mend what it says; "byname backup" stores a new one.',
  },
  'anchor-late': {
    severity: 'warning',
    problem:
      'The last beat of a domain is older than half of its grace period: when it has ended, its contract answers from old files.',
    fix: 'Mend what it says, then run "byname anchor <domain>"; "byname anchor status" shows the last beats.',
  },
  'anchor-failing': {
    severity: 'warning',
    problem: 'The names of a domain could not be published as files, or not at each target.',
    fix: 'Mend what it says: the target, its URL, the key of the anchor or its ether; it is tried again by itself.',
  },
  'alert-target-failing': {
    severity: 'warning',
    problem: 'A target of alerts takes no messages, so that nothing that goes wrong is known there.',
    fix: 'Mend what it says, or correct ALERT_TARGETS and restart; "byname alerts test" shows whether it takes one.',
  },
  'replica-behind': {
    severity: 'warning',
    problem:
      'A replica of the database, or that of a gateway in another region, does not respond, or is far behind its primary.',
    fix: 'Look at the replication of that server; until then the primary answers its reads, and a gateway refuses lookups above GATEWAY_MAX_LAG.',
  },
  'statistics-missing': {
    severity: 'warning',
    problem:
      'PostgreSQL has no statistics of a large table, so searches, counts and some lists of it may read all of it.',
    fix: 'Run ANALYZE as its owner (vacuumdb --analyze-only), and leave autovacuum on, which keeps statistics fresh.',
  },
  'schema-newer': {
    severity: 'warning',
    problem: 'A newer version has migrated the database of this gateway, which cannot start again.',
    fix: 'Replace the gateway by one of that version.',
  },
  'webhook-disabled': {
    severity: 'warning',
    problem: 'A webhook was disabled because it could not be delivered to.',
    fix: 'Mend its receiver and enable it again in the console, or delete it.',
  },
  held: {
    severity: 'warning',
    problem: 'This is a restored copy: its webhook deliveries and payments are held.',
    fix: 'Make sure that no other service works on the original, then run: byname resume.',
  },
  'shutting-down': {
    severity: 'warning',
    problem: 'This service is shutting down.',
    fix: 'Send requests to another instance, or start it again.',
  },
} as const satisfies Record<string, Advice>

export type HealthCode = keyof typeof healthAdvice

/** Safe: `Object.keys` loses the type of the keys. */
export const healthCodes = Object.keys(healthAdvice) as readonly HealthCode[]

/** A count, and the first few of what is counted. */
export interface Counted<Item> {
  readonly total: number
  readonly first: readonly Item[]
}

/** Of `Counted.first`. */
export const maxSubjects = 20

export interface FoundReason {
  readonly code: HealthCode
  /** What the state is at best. */
  readonly effect: 'degraded' | 'unavailable'
  /** How many things it is about. */
  readonly total: number
  /** What it is about, the first few. May name domains of tenants: for operators only. */
  readonly subjects: readonly string[]
}

export interface Judgement {
  readonly state: HealthState
  /** In the order of `healthAdvice`. */
  readonly reasons: readonly FoundReason[]
}

/** `subjects`: what each reason is about. One without any does not apply. */
export function judgeReasons(
  subjects: Readonly<Partial<Record<HealthCode, Counted<string>>>>,
  isFatal: (code: HealthCode) => boolean,
): Judgement {
  const reasons = healthCodes.flatMap((code): FoundReason[] => {
    const { total, first } = subjects[code] ?? { total: 0, first: [] }
    const effect = isFatal(code) ? 'unavailable' : 'degraded'
    return total === 0 ? [] : [{ code, effect, total, subjects: first }]
  })
  const state = reasons.some(({ effect }) => effect === 'unavailable')
    ? 'unavailable'
    : reasons.length > 0
      ? 'degraded'
      : 'ok'
  return { state, reasons }
}

export function described<Item>(
  { total, first }: Counted<Item>,
  describe: (item: Item) => string,
): Counted<string> {
  return { total, first: first.slice(0, maxSubjects).map(describe) }
}

export function all<Item>(items: readonly Item[], describe: (item: Item) => string): Counted<string> {
  return described({ total: items.length, first: items }, describe)
}

export function single(isPresent: boolean, subject: string): Counted<string> {
  return isPresent ? { total: 1, first: [subject] } : { total: 0, first: [] }
}
