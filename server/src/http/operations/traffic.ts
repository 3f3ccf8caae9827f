import { z } from 'zod'
import { readTraffic } from '../../core/traffic/read.ts'
import { operation } from '../operation.ts'
import { administrators } from '../operation-auth.ts'
import { queryTime } from '../schema/statistics.ts'
import { trafficHistoryAnswer } from '../schema/traffic.ts'

export const traffic = operation({
  summary: 'Read the traffic of the instance',
  description:
    'Of all processes, within a minute. Periods of five minutes are kept for 48 hours, hours for 400 days. At most 576 periods of ' +
    'five minutes, 744 hours or 400 days at once.',
  auth: { accepts: administrators },
  loadClass: 'listing',
  query: z.object({
    resolution: z
      .enum(['5m', 'hour', 'day'])
      .prefault('5m')
      .meta({ description: 'Length of a period. Days are of UTC.' }),
    from: queryTime(
      'Begin, extended to a whole period; absent: 6 hours, 24 hours or 30 days before `to`.',
      '2030-01-01T00:00:00Z',
    ),
    to: queryTime('End, extended to a whole period; absent: now.', '2030-01-02T00:00:00Z'),
  }),
  handle: ({ context, query }) => readTraffic(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/metrics/history',
      id: 'bynameGetTraffic',
      tag: 'Byname',
      answer: trafficHistoryAnswer,
    },
  ],
})
