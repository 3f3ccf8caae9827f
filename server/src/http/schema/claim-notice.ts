import { z } from 'zod'
import type { NoticeState } from '../../core/claims/notices.ts'
import { noticeLanguages } from '../../model/claim-notice.ts'
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

export const noticeLanguage = z.enum(noticeLanguages).meta({ description: 'Of the message.', example: 'en' })

export const noticeStateResponse = responseOf(
  z
    .object({
      offersEmail: z.boolean().meta({ description: 'Whether this service sends mails.', example: true }),
      email: z
        .string()
        .nullable()
        .meta({ description: 'The e-mail address that was left, masked; null: none.', example: 'a…@e….com' }),
    })
    .meta({ id: 'ClaimNotice', description: 'Where the message about the outcome of a claim goes.' }),
  (state: NoticeState) => state,
)
