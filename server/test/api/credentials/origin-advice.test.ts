import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { setAllowedOriginsAsOperator } from '../../../src/core/domains/change.ts'
import { requireSupportedChain } from '../../../src/core/require-supported-chain.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { logStartup } from '../../../src/observability/logs.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { createTenant, testEnvironment } from '../../support/service/service.ts'

/** The lines of a startup log on a database that `prepare` has filled. */
async function logOfStart(
  folder: string,
  prepare: (context: Awaited<ReturnType<typeof createContext>>) => Promise<unknown>,
): Promise<readonly string[]> {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)).msg)
      done()
    },
  })
  const { config, secrets } = readConfig(testEnvironment(folder, undefined))
  const context = await createContext(config, secrets, { log: pino({ level: 'info' }, sink) })
  await prepare(context)
  await logStartup(context, secrets)
  await context.close()
  return lines.filter((line) => line.includes('signed for any site'))
}

it('rule: one line of the startup log has the number of domains that accept messages for any site', async () => {
  const folder = await temporaryFolder()
  expect(await logOfStart(folder, createTenant)).toEqual([
    '2 domains accept messages that were signed for any site; restrict the sites in the settings of the domain, or with "byname domains set-origins".',
  ])
  const restricted = await logOfStart(folder, async (context) => {
    for (const chainId of [1, 11155111])
      await setAllowedOriginsAsOperator(context, {
        chainId: requireSupportedChain(chainId),
        name: normalizeName('demo.eth'),
        allowedOrigins: ['app.example'],
      })
  })
  expect(restricted).toEqual([])
})
