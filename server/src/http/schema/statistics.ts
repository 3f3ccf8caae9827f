import { z } from 'zod'
import type { DomainStatistics } from '../../core/statistics/read-domain.ts'
import type { NameStatistics } from '../../core/statistics/read-name.ts'
import { answer } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { optional, wireChainId } from './primitives.ts'

export function queryTime(description: string, example: string) {
  return optional(
    z.iso
      .datetime({ offset: true, error: 'is not a time such as 2030-01-01T00:00:00Z' })
      .transform((time) => Date.parse(time))
      .refine((time) => time >= 0, 'is before 1970'),
  ).meta({ description, example })
}

export const statisticsRange = {
  by: z.enum(['hour', 'day']).prefault('hour').meta({ description: 'Length of a period. Days are of UTC.' }),
  from: queryTime(
    'Begin, extended to a whole period; absent: 24 hours or 30 days before `to`.',
    '2030-01-01T00:00:00Z',
  ),
  to: queryTime('End, extended to a whole period; absent: now.', '2030-01-02T00:00:00Z'),
}

const lookups = z.number().int().meta({ description: 'Lookups that were answered.', example: 1024 })

const absent = z.number().int().meta({
  description:
    'Those of names that do not exist, or resolve to nothing because they are reserved or blocked.',
  example: 12,
})

const time = z.iso.datetime()

const domainStatistics = z
  .object({
    domain: z.string().meta({ description: 'The domain, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    from: time.meta({ description: 'Begin of the first period.', example: '2030-01-01T00:00:00.000Z' }),
    to: time.meta({ description: 'End of the last period.', example: '2030-01-02T00:00:00.000Z' }),
    lookups,
    absent,
    periods: z
      .array(
        z.object({
          start: time.meta({ description: 'Begin of the period.', example: '2030-01-01T00:00:00.000Z' }),
          lookups,
          absent,
        }),
      )
      .meta({ description: 'Every period, the oldest first.' }),
  })
  .meta({ id: 'DomainStatistics', description: 'Lookups of a domain and its names.' })

export const domainStatisticsAnswer = answer(
  domainStatistics,
  ({ domain, from, to, periods, ...totals }: DomainStatistics): z.output<typeof domainStatistics> => ({
    domain: domain.name,
    chainId: domain.chainId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ...totals,
    periods: periods.map(({ startsAt, ...counts }) => ({
      start: new Date(startsAt).toISOString(),
      ...counts,
    })),
  }),
)

const nameStatistics = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    chainId: wireChainId,
    lastLookup: time.nullable().meta({
      description: 'Begin of the hour in which the name was last looked up; null: never since it was issued.',
      example: '2030-01-01T12:00:00.000Z',
    }),
  })
  .meta({ id: 'NameStatistics', description: 'When a name was last looked up.' })

export const nameStatisticsAnswer = answer(
  nameStatistics,
  ({ subname: { name, chainId }, lastLookup }: NameStatistics): z.output<typeof nameStatistics> => ({
    name,
    chainId,
    lastLookup: toIsoTime(lastLookup),
  }),
)
