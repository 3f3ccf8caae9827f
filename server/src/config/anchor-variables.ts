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
export const anchorTargets = z
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

interface AnchorSettings {
  readonly ANCHOR_TARGETS?: readonly AnchorTarget[]
  readonly ANCHOR_ACCESS_KEY_ID?: string | undefined
  readonly ANCHOR_SECRET_ACCESS_KEY?: string | undefined
  readonly OUTBOUND_ALLOWED_ORIGINS?: readonly string[]
}

/** Undefined where there is none. */
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
