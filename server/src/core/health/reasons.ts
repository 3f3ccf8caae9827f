import type { ReplicaState } from '../../store/database-driver.ts'
import { type AnchorFacts, anchorSubjects } from './anchor-reasons.ts'
import { type BackupFacts, backupSubjects } from './backup-reasons.ts'
import type { ClockError, TimeJudgement } from './chain-time.ts'
import type { DatabaseState } from './database-watch.ts'
import {
  all,
  type Counted,
  described,
  type HealthCode,
  type Judgement,
  judgeReasons,
  maxSubjects,
  single,
} from './health-advice.ts'
import {
  describeGateway,
  describeLagging,
  describeSigner,
  isDown,
  resolverTitle,
  sortGateways,
  sortPaths,
} from './probe-findings.ts'
import { type MissingTree, sealSubjects } from './seal-reasons.ts'
import type { FailingGateway, FailingPath, FailingSigner, LaggingGateway } from './self-probe.ts'
import { type SignerCheck, signerProblem } from './signers.ts'
import type { WriteFault } from './write-check.ts'

export interface DomainElsewhere {
  readonly name: string
  readonly chainId: number
  /** On chain; null: none. */
  readonly found: string | null
  readonly expected: string
}

export interface DomainExpiry {
  readonly name: string
  readonly chainId: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface CertificateFault {
  readonly host: string
  /** Milliseconds since 1970; null: none is valid. */
  readonly validUntil: number | null
  readonly problem: string
}

export interface CertificateState {
  readonly host: string
  /** Milliseconds since 1970; null: none was issued. */
  readonly expiresAt: number | null
  /** Attempts in a row to renew it that failed. */
  readonly failures: number
}

export interface DiskSpace {
  /** `data`, `database` or `images`. */
  readonly folder: string
  readonly freeBytes: number
  /** Undefined on a file system without a fixed number of files. */
  readonly freeFiles?: number | undefined
}

interface DisabledWebhook {
  readonly id: string
  readonly workspaceId: string
  readonly disabledReason: string | null
}

/** What `judgeHealth` needs; empty where it is not known yet. */
export interface HealthFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  /** `replica`: only reads succeed. */
  readonly database: DatabaseState
  /** Why no lookup can be read, as far as the database says. */
  readonly databaseProblem: string | undefined
  /** Of the last two writes that were tried for it; undefined: they succeeded in time. */
  readonly writeFault: WriteFault | undefined
  /** With domains in use. */
  readonly servedChains: readonly number[]
  readonly signingChains: readonly number[]
  /** `servedChainId` is null without a response. */
  readonly rpcs: readonly { readonly chainId: number; readonly servedChainId: number | null }[]
  readonly replicas: readonly ReplicaState[]
  /** Of resolvers in use. */
  readonly signers: readonly SignerCheck[]
  /** Of the host of the service, after a failure; undefined: TLS is off, or all is well. */
  readonly certificateFault: CertificateFault | undefined
  /** Of TLS, that of the service first, then those that expire first. */
  readonly certificates: readonly CertificateState[]
  /** Of the self-probe, as the next four. */
  readonly gateways: readonly FailingGateway[]
  readonly paths: readonly FailingPath[]
  readonly lagging: readonly LaggingGateway[]
  readonly failingSigners: readonly FailingSigner[]
  /** Why keys cannot be read where they are. */
  readonly unreadableSignerSources: readonly string[]
  /** What was found of the database since the start, or for a day: `SQLite error 11`. */
  readonly damage: string | undefined
  /** Of alerts. */
  readonly failingAlertTargets: readonly string[]
  readonly time: TimeJudgement
  readonly domainsElsewhere: Counted<DomainElsewhere>
  /** The first to expire first. */
  readonly expiringDomains: Counted<DomainExpiry>
  readonly disks: readonly DiskSpace[]
  /** 0: not checked. */
  readonly minFreeDiskBytes: number
  readonly disabledWebhooks: Counted<DisabledWebhook>
  /** Why images cannot be stored. */
  readonly imageProblem: string | undefined
  /** Undefined: no target is set. */
  readonly backup: BackupFacts | undefined
  /** Domains whose names are published as files. */
  readonly anchors: readonly AnchorFacts[]
  /** Of seals, in contracts of domains in use. */
  readonly missingTrees: readonly MissingTree[]
  /** Of PostgreSQL, the large ones. */
  readonly tablesWithoutStatistics: readonly string[]
  /** Deliveries and payments, after a restore. */
  readonly isHeld: boolean
}

const minFreeFiles = 1_000

/** Milliseconds: far above what replication takes under load. */
const maxReplicaLagMs = 10_000

/** Pure. The reasons are in the order of `healthAdvice`. */
export function judgeHealth(facts: HealthFacts): Judgement {
  const subjects = subjectsByCode(facts)
  const hasNoSigner =
    facts.servedChains.length > 0 && facts.servedChains.every((id) => !facts.signingChains.includes(id))
  const isFatal = (code: HealthCode) =>
    code === 'database-unavailable' || (code === 'signer-missing' && hasNoSigner)
  return judgeReasons(subjects, isFatal)
}

function subjectsByCode(facts: HealthFacts): Readonly<Record<HealthCode, Counted<string>>> {
  const { signers, rpcs, database, domainsElsewhere, expiringDomains, disabledWebhooks, time } = facts
  const { writeFault, certificateFault } = facts
  const promoted = facts.replicas.find(({ isPromoted }) => isPromoted)
  const findings = sortGateways(facts)
  const paths = sortPaths(facts)
  const withTrust = (trust: SignerCheck['trust']) =>
    all(
      signers.filter((check) => check.trust === trust),
      (check) => signerProblem(check) ?? '',
    )
  return {
    'database-unavailable': single(
      database === 'none',
      facts.databaseProblem === undefined ? 'the database' : `the database: ${facts.databaseProblem}`,
    ),
    'primary-unavailable': single(
      database === 'replica',
      promoted ? `the primary, in whose place ${promoted.title} was promoted` : 'the primary',
    ),
    'writes-failing': single(
      writeFault?.isWarning === false && database === 'primary',
      `the database ${writeFault?.problem}`,
    ),
    'database-slow': single(
      writeFault?.isWarning === true && database === 'primary',
      `the database ${writeFault?.problem}`,
    ),
    'database-damaged': single(facts.damage !== undefined, `the database: ${facts.damage}`),
    'alert-target-failing': all(facts.failingAlertTargets, (target) => target),
    'signer-missing': all(
      facts.servedChains.filter((id) => !facts.signingChains.includes(id)),
      (id) => `chain ${id}`,
    ),
    'signer-failing': joined(
      all(facts.failingSigners.filter(isDown), describeSigner),
      // With domains in use, the probe says which of their signers fail.
      all(facts.servedChains.length === 0 ? facts.unreadableSignerSources : [], (problem) => problem),
    ),
    'signer-partly-failing': all(
      facts.failingSigners.filter(({ fault, hasOther }) => !fault.isOverload && hasOther),
      describeSigner,
    ),
    'clock-wrong': single(time.clock !== undefined, describeClock(time.clock)),
    'signer-untrusted': joined(withTrust('untrusted'), all(findings.untrusted, describeGateway)),
    'resolver-missing': withTrust('not-a-resolver'),
    'gateway-failing': all(findings.failing, describeGateway),
    'certificate-missing': single(
      certificateFault?.validUntil === null,
      describeCertificate(certificateFault),
    ),
    'certificate-failing': single(
      typeof certificateFault?.validUntil === 'number',
      describeCertificate(certificateFault),
    ),
    'gateway-partly-failing': all(findings.partlyFailing, describeGateway),
    'universal-resolver-failing': all(
      paths.failing,
      ({ path, problem }) =>
        `${resolverTitle(path.resolver)}, of ${path.domain}: the Universal Resolver ${problem}`,
    ),
    overloaded: joined(
      all(findings.overloaded, describeGateway),
      all(
        facts.failingSigners.filter(({ fault }) => fault.isOverload),
        describeSigner,
      ),
    ),
    'rpc-behind': all(
      time.behind,
      ({ chainId, ageMs }) => `the newest block of the RPC of chain ${chainId} is ${secondsOf(ageMs)} s old`,
    ),
    'rpc-unreachable': all(
      rpcs.filter(({ servedChainId }) => servedChainId === null),
      ({ chainId }) => `the RPC of chain ${chainId}`,
    ),
    'rpc-wrong-chain': all(
      rpcs.filter(({ chainId, servedChainId }) => servedChainId !== null && servedChainId !== chainId),
      ({ chainId, servedChainId }) => `the RPC of chain ${chainId} serves chain ${servedChainId}`,
    ),
    'domain-elsewhere': joined(
      described(domainsElsewhere, describeElsewhere),
      all(paths.elsewhere, ({ name, found, path: { resolver } }) =>
        describeElsewhere({ name, found, chainId: resolver.chainId, expected: resolver.address }),
      ),
    ),
    'domain-expiring': described(
      expiringDomains,
      ({ name, chainId, expiresAt }) =>
        `${name} on chain ${chainId} ${expiresAt > facts.now ? 'expires' : 'has expired'} on ${dayOf(expiresAt)}`,
    ),
    'disk-low': joined(
      all(
        facts.disks.filter(({ freeBytes }) => freeBytes < facts.minFreeDiskBytes),
        ({ folder, freeBytes }) =>
          `the ${folder} folder has ${toMegabytes(freeBytes)} MB free, less than ${toMegabytes(facts.minFreeDiskBytes)}`,
      ),
      all(
        facts.disks.filter(
          ({ freeFiles = minFreeFiles }) => facts.minFreeDiskBytes > 0 && freeFiles < minFreeFiles,
        ),
        ({ folder, freeFiles }) => `the disk of the ${folder} folder takes ${freeFiles} more files (df -i)`,
      ),
    ),
    'images-failing': single(facts.imageProblem !== undefined, facts.imageProblem ?? ''),
    ...backupSubjects(facts.backup, facts),
    ...anchorSubjects(facts.anchors, facts),
    ...sealSubjects(facts.missingTrees),
    'replica-behind': joined(
      all(
        facts.replicas.filter(({ lagMs = Number.POSITIVE_INFINITY }) => lagMs > maxReplicaLagMs),
        ({ title, lagMs = Number.POSITIVE_INFINITY }) =>
          Number.isFinite(lagMs)
            ? `${title} is ${Math.round(lagMs / 1000)} s behind`
            : `${title} does not respond, or follows another primary`,
      ),
      all(facts.lagging, describeLagging),
    ),
    'statistics-missing': all(facts.tablesWithoutStatistics, (table) => `the table ${table}`),
    'schema-newer': single(false, ''),
    'webhook-disabled': described(
      disabledWebhooks,
      ({ id, workspaceId, disabledReason }) =>
        `webhook ${id} of workspace ${workspaceId}: ${disabledReason ?? 'unknown'}`,
    ),
    held: single(facts.isHeld, 'deliveries and payments'),
    'shutting-down': single(false, ''),
  }
}

function describeCertificate(fault: CertificateFault | undefined): string {
  if (!fault) return ''
  const { host, validUntil, problem } = fault
  return `${host}${validUntil === null ? '' : `, valid until ${dayOf(validUntil)}`}: ${problem}`
}

/** Beyond the range of a `Date`, its last day. */
function dayOf(milliseconds: number): string {
  return new Date(Math.min(milliseconds, 8.64e15)).toISOString().slice(0, 10)
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

function joined(one: Counted<string>, other: Counted<string>): Counted<string> {
  return {
    total: one.total + other.total,
    first: [...one.first, ...other.first].slice(0, maxSubjects),
  }
}

function describeElsewhere({ name, chainId, found, expected }: DomainElsewhere): string {
  return `${name} on chain ${chainId} has ${found === null ? 'no resolver' : `the resolver ${found}`} instead of ${expected}`
}

function describeClock(error: ClockError | undefined): string {
  if (!error) return ''
  const { offsetMs, chainId, by } = error
  const direction = offsetMs > 0 ? 'ahead of' : 'behind'
  const other = by === 'block' ? 'the newest block' : 'the clock of the RPC'
  return `the clock is ${secondsOf(Math.abs(offsetMs))} s ${direction} ${other} of chain ${chainId}`
}

function secondsOf(milliseconds: number): number {
  return Math.round(milliseconds / 1000)
}
