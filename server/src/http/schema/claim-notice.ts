import { z } from 'zod'
import type { NoticeState } from '../../core/claims/notices.ts'
import { noticeChannels, noticeLanguages } from '../../model/claim-notice.ts'
import { responseOf } from './primitives.ts'

const exampleToken = 'Zm9yIHRoZSBjbGFpbWFudCBhbG9uZSwgYXMgdG9rZW4'

/** In bodies only: addresses of requests are logged by proxies. */
export const noticeToken = z
  .string()
  .regex(/^[\w-]{43}$/, 'is not the token of a claim')
  .meta({ description: '`noticeToken` of the claim.', example: exampleToken })

/** Of responses to the claimant. */
export const wireNoticeToken = z
  .string()
  .nullable()
  .meta({
    description:
      'Lets its bearer say where to tell the outcome (`…/claims/{claimId}/notice`); null: the claim is not pending, or this service ' +
      'tells no outcomes.',
    example: null,
  })

export const noticeEmail = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('is not an e-mail address'))
  .meta({ description: 'Where one mail about the outcome goes.', example: 'alice@example.com' })

/** As `PushSubscription.toJSON` of a browser returns it; what else it has is left out. */
export const pushSubscription = z
  .object({
    endpoint: z.string().max(1000).meta({
      description: 'URL of the browser’s push service.',
      example: 'https://push.example.com/send/Zm9yIGFsaWNl',
    }),
    keys: z
      .object({
        p256dh: z
          .string()
          .regex(/^B[A-P][\w-]{85}$/, 'is not a point of P-256 without compression in base64url')
          .meta({
            description: 'Its public key.',
            example:
              'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          }),
        auth: z
          .string()
          .regex(/^[\w-]{21}[AQgw]$/, 'is not 16 bytes in base64url')
          .meta({ description: 'Its secret.', example: 'BTBZMqHH6r4Tts7J_aSIgg' }),
      })
      .meta({ description: 'What messages to it are encrypted with (RFC 8291).' }),
  })
  .transform(({ endpoint, keys: { p256dh, auth } }) => ({ endpoint, p256dh, auth }))
  .meta({ description: 'Of a browser that was subscribed with `pushKey`.' })

export const noticeChannel = z
  .enum(noticeChannels)
  .optional()
  .meta({ description: 'The one to delete; absent: all.', example: 'push' })

export const noticeLanguage = z.enum(noticeLanguages).meta({ description: 'Of the message.', example: 'en' })

export const noticeStateResponse = responseOf(
  z
    .object({
      offersEmail: z.boolean().meta({ description: 'Whether this service sends mails.', example: true }),
      email: z
        .string()
        .nullable()
        .meta({ description: 'The e-mail address that was left, masked; null: none.', example: 'a…@e….com' }),
      pushKey: z
        .string()
        .nullable()
        .meta({
          description:
            '`applicationServerKey` for the subscription of a browser (RFC 8292); null: this service has no https URL, so it sends no ' +
            'notifications.',
          example: 'BBIhLo0wFYo1ZrFbtVyv3Q1pdOLk0bmEZGnXXWdCVGmA2TQxIyxtb9GBrzkGcd6gWE5o9HkNtiLSLTrAA7qqCWE',
        }),
      hasPush: z.boolean().meta({ description: 'Whether a browser was left.', example: false }),
    })
    .meta({ id: 'ClaimNotice', description: 'Where the message about the outcome of a claim goes.' }),
  (state: NoticeState) => state,
)
