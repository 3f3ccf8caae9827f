import { z } from 'zod'
import { type AlertTarget, parseAlertTarget, validAlertTargets } from '../alert/target.ts'

/** Each message continues a sentence that begins with the variable's name. */

const maxAlertTargets = 10

/** The message has no part of a URL, which is a secret. */
export const alertTargets = z
  .string()
  .default('')
  .transform((text, context) => {
    const unique = [...new Set(text.split(',').flatMap((entry) => entry.trim() || []))]
    for (const [index, entry] of unique.entries()) {
      const parsed = parseAlertTarget(entry)
      if ('problem' in parsed) context.addIssue(`has a target (number ${index + 1}) that ${parsed.problem}`)
    }
    if (unique.length > maxAlertTargets) context.addIssue(`has more than ${maxAlertTargets} targets`)
    return validAlertTargets(unique)
  })

/** Standard Webhooks: 24 to 64 bytes. */
export const webhookSecret = z.string().refine(
  (text) => {
    const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
    const { length } = Buffer.from(encoded ?? '', 'base64')
    return length >= 24 && length <= 64
  },
  { error: 'is not whsec_ and the base64 of 24 to 64 random bytes' },
)

interface AlertSettings {
  readonly ALERT_TARGETS?: readonly AlertTarget[]
  readonly ALERT_WEBHOOK_SECRET?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly OUTBOUND_ALLOWED_ORIGINS?: readonly string[]
}

/** Name and problem of each setting that does not fit the targets. */
export function alertProblems(env: AlertSettings): readonly (readonly [string, string])[] {
  const targets = env.ALERT_TARGETS ?? []
  const hasKind = (sought: string) => targets.some(({ kind }) => kind === sought)
  const isInsecure = targets.some(
    ({ kind, url }) =>
      kind !== 'mail' &&
      url.startsWith('http:') &&
      !env.OUTBOUND_ALLOWED_ORIGINS?.includes(new URL(url).origin),
  )
  return [
    ...(isInsecure
      ? [
          [
            'ALERT_TARGETS',
            'has a URL that is not https, and whose origin is not in OUTBOUND_ALLOWED_ORIGINS',
          ] as const,
        ]
      : []),
    ...(hasKind('mail') && !env.SMTP_URL
      ? [['SMTP_URL', 'is missing, and an address in ALERT_TARGETS needs it'] as const]
      : []),
    ...(hasKind('webhook') && !env.ALERT_WEBHOOK_SECRET
      ? [
          [
            'ALERT_WEBHOOK_SECRET',
            'is missing, and a webhook in ALERT_TARGETS needs it: whsec_ and the base64 of 32 random bytes',
          ] as const,
        ]
      : []),
  ]
}
