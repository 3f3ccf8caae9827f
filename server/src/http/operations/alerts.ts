import { z } from 'zod'
import { type ListedTarget, listAlertTargets, sendTestAlert } from '../../core/alerts/targets.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import { responseOf, toIsoTime } from '../schema/primitives.ts'

const tag = bynameTag
const collection = '/byname/v1/instance/alert-targets'

const exampleTargetId = '3f1c0a9be27d4856'

function optionalTime(description: string) {
  return z.iso.datetime().nullable().meta({ description, example: '2030-01-01T00:00:00.000Z' })
}

const alertTarget = z
  .object({
    id: z.string().meta({ description: 'Its id, which follows from its URL.', example: exampleTargetId }),
    kind: z
      .enum(['webhook', 'mail', 'slack', 'discord', 'telegram'])
      .meta({ description: 'How alerts are sent to it.' }),
    host: z.string().meta({
      description: 'The host of its URL, or of its address what is after the `@`.',
      example: 'hooks.slack.com',
    }),
    lastDeliveredAt: optionalTime('When it last took a message, tests included; null: none yet.'),
    lastFailedAt: optionalTime('When a message last failed, tests included; null: none yet.'),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the last message failed; null: it was taken.', example: null }),
    isWaiting: z
      .boolean()
      .meta({ description: 'Whether an alert waits until the target takes it.', example: false }),
  })
  .meta({ id: 'AlertTarget', description: 'A target of `ALERT_TARGETS`, without its URL.' })

export function serializeAlertTarget({ target, state }: ListedTarget): z.output<typeof alertTarget> {
  const { id, kind, host } = target
  const { deliveredAt, failedAt, problem, pendingMessage } = state
  return {
    ...{ id, kind, host },
    lastDeliveredAt: deliveredAt === null ? null : toIsoTime(deliveredAt),
    lastFailedAt: failedAt === null ? null : toIsoTime(failedAt),
    problem,
    isWaiting: pendingMessage !== null,
  }
}

const alertTargetResponse = responseOf(alertTarget, serializeAlertTarget)

const list = operation({
  summary: 'List the targets of alerts',
  description: 'Those of the setting `ALERT_TARGETS`, in its order, with what was last sent to them.',
  auth: needs('admin'),
  query: z.object(listQuery),
  handle: ({ context, query }) => listAlertTargets(context, query),
  mounts: [
    {
      method: 'GET',
      url: collection,
      id: 'bynameListAlertTargets',
      tag,
      response: listResponse(alertTargetResponse, 'In the order of the settings.'),
    },
  ],
})

const test = operation({
  summary: 'Send a test to a target of alerts',
  description: 'Sends a message now, once, and returns the target with the outcome.',
  auth: needs('admin'),
  loadClass: 'outbound',
  params: z.object({
    targetId: z.string().max(100).meta({ description: 'Its id.', example: exampleTargetId }),
  }),
  errors: ['AlertTargetNotFoundException'],
  handle: ({ context, params }) => sendTestAlert(context, { id: params.targetId }),
  mounts: [
    {
      method: 'POST',
      url: `${collection}/:targetId/test`,
      id: 'bynameTestAlertTarget',
      tag,
      response: alertTargetResponse,
    },
  ],
})

export const alerts = [list, test].flat()
