import { z } from 'zod'

/** Each message continues a sentence that begins with the variable's name. */

/** Where files are put, and where anyone fetches them. */
export interface AnchorTarget {
  /** A bucket with a prefix, or an absolute path. */
  readonly place: string
  /** Without a slash at the end. */
  readonly url: string
}

const maxTargets = 8

const entryPattern =
  /^(?<place>s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.\-=+]+)*|\/[^,]*[^/,])\/*=(?<url>https?:\/\/[^\s?#{}@,]+)$/

/** `<place>=<URL>`, separated by commas. */
const anchorTargets = z
  .string()
  .default('')
  .transform((text, context): readonly AnchorTarget[] => {
    const entries = text.split(',').flatMap((entry) => entry.trim() || [])
    if (entries.length > maxTargets) context.addIssue(`has more than ${maxTargets} targets`)
    return entries.flatMap((entry) => {
      const { place, url } = entryPattern.exec(entry)?.groups ?? {}
      if (place !== undefined && url !== undefined && URL.canParse(url))
        return { place, url: url.replace(/\/+$/, '') }
      context.addIssue(
        'has an entry that is not <place>=<URL>, with s3://<bucket>/<prefix> or an absolute path as the place',
      )
      return []
    })
  })

function count(fallback: number, min: number, max: number) {
  const error = `is not a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error }).default(fallback)
}

/** Beside the keys. */
export const anchorVariables = {
  ANCHOR_TARGETS: anchorTargets,
  ANCHOR_ENDPOINT: z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' }).optional(),
  ANCHOR_REGION: z.string().default('us-east-1'),
  ANCHOR_ACCESS_KEY_ID: z.string().optional(),
  ANCHOR_SECRET_ACCESS_KEY: z.string().optional(),
  ANCHOR_REQUIRED_TARGETS: z.enum(['one', 'all'], { error: 'is not one of one, all' }).default('one'),
  ANCHOR_INTERVAL_HOURS: count(24, 1, 8760),
  ANCHOR_AFTER_CHANGES: count(0, 0, 1_000_000_000),
  ANCHOR_MAX_FEE_GWEI: count(100, 1, 100_000),
  ANCHOR_REPLACE_AFTER_SECONDS: count(180, 1, 3600),
  ANCHOR_RETENTION_DAYS: count(45, 1, 36_500),
  ANCHOR_ESCROW_DAYS: count(7, 1, 3650),
  ANCHOR_ESCROWS_KEPT: count(8, 1, 1000),
}

type AnchorEnvironment = z.infer<z.ZodObject<typeof anchorVariables>>

interface KmsEnvironment {
  readonly SIGNER_KMS_REGION?: string | undefined
  readonly SIGNER_KMS_ENDPOINT?: string | undefined
}

/** Without secrets. `kmsKeys`: ids in AWS KMS, by chain. */
export function toAnchorConfig(
  env: AnchorEnvironment & KmsEnvironment,
  kmsKeys: Readonly<Record<number, string | undefined>>,
) {
  const { SIGNER_KMS_REGION: region, SIGNER_KMS_ENDPOINT: endpoint } = env
  return Object.freeze({
    targets: env.ANCHOR_TARGETS,
    /** Of what beats, in AWS KMS; undefined: no key is there. */
    kms: region === undefined ? undefined : { keys: kmsKeys, region, endpoint },
    /** Whether a beat needs the files at every target. */
    needsAllTargets: env.ANCHOR_REQUIRED_TARGETS === 'all',
    intervalMs: env.ANCHOR_INTERVAL_HOURS * 3_600_000,
    /** Earlier after so many; 0: not. */
    maxChanges: env.ANCHOR_AFTER_CHANGES,
    /** Of a beat, for each unit of gas. */
    maxFeeGwei: env.ANCHOR_MAX_FEE_GWEI,
    /** From a beat that is in no block to the next try, with a higher fee. */
    replaceAfterMs: env.ANCHOR_REPLACE_AFTER_SECONDS * 1000,
    /** Of files that no root names any more. */
    retentionMs: env.ANCHOR_RETENTION_DAYS * 86_400_000,
    /** From an escrow to the next one. */
    escrowIntervalMs: env.ANCHOR_ESCROW_DAYS * 86_400_000,
    /** At each target. */
    escrowsKept: env.ANCHOR_ESCROWS_KEPT,
  })
}

/** Of the buckets of published files. */
export function toAnchorAccess(env: AnchorEnvironment) {
  return {
    endpoint: env.ANCHOR_ENDPOINT,
    region: env.ANCHOR_REGION,
    accessKeyId: env.ANCHOR_ACCESS_KEY_ID,
    secretAccessKey: env.ANCHOR_SECRET_ACCESS_KEY,
  }
}

interface AnchorSettings {
  readonly ANCHOR_TARGETS?: readonly AnchorTarget[]
  readonly ANCHOR_ACCESS_KEY_ID?: string | undefined
  readonly ANCHOR_SECRET_ACCESS_KEY?: string | undefined
  readonly OUTBOUND_ALLOWED_ORIGINS?: readonly string[]
}

/** Undefined: the targets are usable. */
export function anchorTargetProblem(env: AnchorSettings): string | undefined {
  const targets = env.ANCHOR_TARGETS ?? []
  const allowed = env.OUTBOUND_ALLOWED_ORIGINS ?? []
  if (targets.some(({ url }) => url.startsWith('http:') && !allowed.includes(new URL(url).origin)))
    return 'has a URL that is not https, and whose origin is not in OUTBOUND_ALLOWED_ORIGINS'
  if (new Set(targets.map(({ url }) => url)).size < targets.length) return 'has a URL twice'
  const hasKeys = env.ANCHOR_ACCESS_KEY_ID && env.ANCHOR_SECRET_ACCESS_KEY
  if (!hasKeys && targets.some(({ place }) => place.startsWith('s3:')))
    return 'has a bucket, which needs ANCHOR_ACCESS_KEY_ID and ANCHOR_SECRET_ACCESS_KEY'
  return undefined
}
