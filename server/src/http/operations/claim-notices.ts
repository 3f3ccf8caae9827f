import { z } from 'zod'
import { leaveNotice, readNotices, removeNotices } from '../../core/claims/notices.ts'
import { claimsTag as tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  noticeChannel,
  noticeEmail,
  noticeLanguage,
  noticeStateResponse,
  noticeToken,
  pushSubscription,
} from '../schema/claim-notice.ts'
import { chainId, domainName, exampleId, uuid } from '../schema/primitives.ts'

const url = '/byname/v1/domains/:domain/claims/:claimId/notice'

const params = z.object({
  domain: domainName,
  claimId: uuid.meta({ description: 'Id of the claim.', example: exampleId }),
})
const query = z.object({ chainId })
const errors = ['DomainBlockedException', 'EnsNotFound', 'ClaimNotFoundException'] as const

const leave = operation({
  summary: 'Leave an e-mail address for the outcome of a claim',
  description:
    'One mail says how the claim has ended, with the comment of the owner; the address is deleted with it, and with the claim. It is shown ' +
    'to no caller, masked to the claimant alone. An address replaces the one before. An address gets at most five mails a day, and none ' +
    'once its owner has stopped them: 409.',
  auth: { accepts: [] },
  expensive: true,
  params,
  query,
  body: z.object({ token: noticeToken, email: noticeEmail, language: noticeLanguage }),
  errors: [...errors, 'ClaimNotPendingException', 'LimitReachedException'],
  handle: ({ context, params, query, body: { email, ...body }, quotas }) =>
    leaveNotice(context, {
      ...{ ...params, ...query, ...body, left: { email } },
      countRequest: quotas.notices.consume,
    }),
  mounts: [{ method: 'PUT', url, id: 'bynameLeaveClaimNotice', tag, response: noticeStateResponse }],
})

const leavePush = operation({
  summary: 'Leave a browser for the outcome of a claim',
  description:
    'One notification (Web Push) says how the claim has ended, with the comment of the owner; the subscription is deleted with it, and with ' +
    'the claim. It is shown to no caller. One replaces the one before. The push service must be at a public https URL. A browser gets at ' +
    'most five messages a day: 409.',
  auth: { accepts: [] },
  expensive: true,
  params,
  query,
  body: z.object({ token: noticeToken, subscription: pushSubscription, language: noticeLanguage }),
  errors: [...errors, 'ClaimNotPendingException', 'LimitReachedException'],
  handle: ({ context, params, query, body: { subscription, ...body }, quotas }) =>
    leaveNotice(context, {
      ...{ ...params, ...query, ...body, left: { subscription } },
      countRequest: quotas.notices.consume,
    }),
  mounts: [
    { method: 'PUT', url: `${url}/push`, id: 'bynameLeaveClaimPush', tag, response: noticeStateResponse },
  ],
})

const check = operation({
  summary: 'Read where the message about the outcome goes',
  description: 'For the claimant, who has the token. Nothing is left once the message is sent.',
  auth: { accepts: [] },
  isSafe: true,
  params,
  query,
  body: z.object({ token: noticeToken }),
  errors,
  handle: ({ context, params, query, body }) => readNotices(context, { ...params, ...query, ...body }),
  mounts: [
    { method: 'POST', url: `${url}/check`, id: 'bynameCheckClaimNotice', tag, response: noticeStateResponse },
  ],
})

const remove = operation({
  summary: 'Delete where the message about the outcome would go',
  description: 'For the claimant, who has the token; at any time, also where nothing is left.',
  auth: { accepts: [] },
  params,
  query,
  body: z.object({ token: noticeToken, channel: noticeChannel }),
  errors,
  handle: ({ context, params, query, body }) => removeNotices(context, { ...params, ...query, ...body }),
  mounts: [{ method: 'DELETE', url, id: 'bynameRemoveClaimNotice', tag, response: noticeStateResponse }],
})

export const claimNotices = [leave, leavePush, check, remove].flat()
