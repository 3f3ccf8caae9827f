import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import type { Storage } from '../../core/instance/read-storage.ts'
import { answer } from './answer.ts'

function count(description: string, example: number) {
  return z.number().int().meta({ description, example })
}

function dailyWrites(subject: string, example: number) {
  return count(`Writes ${subject} in a day, without API key or session; 0: no limit.`, example)
}

const instanceState = z
  .object({
    database: z.enum(['sqlite', 'postgres']).meta({ description: 'The kind of the database.' }),
    databaseBytes: count('Size of the database.', 73_400_320),
    imageBytes: count('Size of the image folder, at most ten minutes old; without a bucket.', 1_048_576),
    workspaces: count('Its workspaces.', 3),
    domains: count('Its domains, including blocked ones.', 5),
    names: count('Their names, including reservations.', 1041),
    limits: z
      .object({
        requestsPerKey: count('Requests of an API key in 60 seconds; 0: no limit.', 6000),
        requestsPerIp: count('Requests of a client address in 60 seconds; 0: no limit.', 0),
        expensiveRequestsPerIp: count(
          'Of these, such that read a chain, or write without authentication; 0: no limit.',
          300,
        ),
        writesPerIp: dailyWrites('of a client address', 5000),
        writesPerWallet: dailyWrites('of a signing wallet', 1000),
        writesPerName: dailyWrites('to a name', 240),
        writesPerDomain: dailyWrites('to the names of a domain', 100_000),
        eventDays: count('Days for which events are kept; 0: unlimited.', 0),
        deliveryDays: count('Days for which deliveries of webhooks are kept.', 30),
        statisticsDays: count('Days for which lookups by hour are kept; 0: unlimited.', 400),
      })
      .meta({ description: 'Limits of the settings, see docs/operating/settings.md.' }),
  })
  .meta({ id: 'InstanceState', description: 'What the instance keeps, and its limits.' })

const dayMs = 86_400_000

export const instanceStateAnswer = answer(
  instanceState,
  ({ storage, config: { rateLimits, writeLimits, retentionMs } }: { storage: Storage; config: Config }) => ({
    ...storage,
    limits: {
      requestsPerKey: rateLimits.perKey,
      requestsPerIp: rateLimits.perIp,
      expensiveRequestsPerIp: rateLimits.expensivePerIp,
      writesPerIp: writeLimits.address,
      writesPerWallet: writeLimits.wallet,
      writesPerName: writeLimits.name,
      writesPerDomain: writeLimits.domain,
      eventDays: retentionMs.events / dayMs,
      deliveryDays: retentionMs.deliveries / dayMs,
      statisticsDays: retentionMs.lookupCounts / dayMs,
    },
  }),
)
