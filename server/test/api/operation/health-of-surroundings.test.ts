import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAuthority } from '../../../src/acme/authority.ts'
import { validAlertTargets } from '../../../src/alert/target.ts'
import { newTargetState } from '../../../src/core/alerts/alerts.ts'
import { concernsOnly } from '../../../src/core/alerts/failing-targets.ts'
import {
  readCertificateFault,
  readCertificateStates,
} from '../../../src/core/certificates/certificate-fault.ts'
import { hostOfService } from '../../../src/core/certificates/renew-certificates.ts'
import type { Certificate } from '../../../src/model/certificate.ts'
import { ensureAlertTarget, writeAlertTarget } from '../../../src/store/entities/alerts.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { alertSettings } from '../../support/health/alerting.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { testEnvironment } from '../../support/service/service.ts'

const [failing, other] = validAlertTargets(['https://alerts.example/one', 'https://alerts.example/two'])
if (!failing || !other) throw new Error('They are targets.')

interface InstanceHealth {
  readonly reasons: readonly { readonly code: string; readonly subjects: readonly string[] }[]
}

describeService(
  'Health of what is around the service',
  (getService) => {
    it('rule: a target of alerts that fails repeatedly is a reason, with its last error', async () => {
      const { context } = getService()
      const { store, clock } = context
      const now = clock()
      const composedAt = Date.UTC(2030, 0, 1)
      const pendingMessage = { id: 'alert_1', composedAt, changes: [], pausedUntil: null }
      const problem = 'The receiver answered with status 500.'
      const write = async (failures: number) =>
        writeAlertTarget(store.db, await ensureAlertTarget(store.db, newTargetState(failing.id, now)), {
          ...{ failures, problem, failedAt: now, pendingMessage, dueAt: now + 3_600_000 },
        })
      await write(2)
      expect(await reasonsOf()).toEqual([])
      await write(3)
      await expect.poll(reasonsOf, { timeout: 15_000 }).toMatchObject([
        {
          code: 'alert-target-failing',
          subjects: [
            `webhook to alerts.example (${failing.id}) has taken nothing since 2030-01-01T00:00Z, in 3 attempts: ${problem}`,
          ],
        },
      ])
      const [found] = await reasonsOf()
      const reason = { ...found, code: found?.code ?? '', subjects: found?.subjects ?? [] }
      const stored = {
        ...reason,
        effect: 'degraded',
        total: 1,
        since: now,
        seenAt: now,
        changedAt: now,
      } as const
      expect([concernsOnly(failing, stored), concernsOnly(other, stored)]).toEqual([true, false])
      await write(0)
      await expect.poll(reasonsOf, { timeout: 15_000 }).toEqual([])
    })

    async function reasonsOf() {
      const service = getService()
      const headers = { 'x-api-key': await createAdminKey(service) }
      const health = await service.call('GET', '/byname/v1/instance/health', { headers })
      return dataOf<InstanceHealth>(health).reasons
    }

    it('rule: of certificates, that of the service and the nineteen that expire first are known', async () => {
      const { context } = getService()
      const { store, clock, rules } = context
      const tls = {
        authority: createAuthority({
          directoryUrl: 'https://ca.example/directory',
          email: undefined,
          profile: undefined,
        }),
      }
      const host = hostOfService({ rules })
      const day = 86_400_000
      const certificate = (changes: Partial<Certificate>): Certificate => ({
        ...{
          host,
          chain: 'chain',
          privateKey: 'key',
          issuedAt: clock() - 40 * day,
          adviceDueAt: null,
          expiresAt: clock() + 50 * day,
        },
        ...{ dueAt: clock() + day, attemptedAt: clock(), failures: 0, problem: null },
        ...changes,
      })
      const others = Array.from({ length: 25 }, (_, index) =>
        certificate({
          host: `host-${index}.example`,
          expiresAt: clock() + (index + 1) * day,
          failures: index,
        }),
      )
      await store.db
        .insertInto('certificates')
        .values([certificate({}), ...others])
        .execute()
      const states = await readCertificateStates({ store, rules, tls })
      expect(states.map((state) => state.host)).toEqual([
        host,
        ...others.slice(0, 19).map((state) => state.host),
      ])
      expect(await readCertificateFault({ store, clock, rules, tls })).toBeUndefined()
      await store.db
        .updateTable('certificates')
        .set({ expiresAt: clock() + 5 * day })
        .where('host', '=', host)
        .execute()
      expect(await readCertificateFault({ store, clock, rules, tls })).toMatchObject({
        host,
        problem: expect.stringContaining('its renewal is overdue'),
      })
      await store.db.deleteFrom('certificates').execute()
    })
  },
  { settings: { ...alertSettings, ALERT_TARGETS: 'https://alerts.example/one', MIN_FREE_DISK_MB: '0' } },
)

it('rule: a signer process that is dead is a reason before there is a resolver', {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder()
  const { SIGNER_KEY: _key, ...environment } = testEnvironment(folder, undefined, { MIN_FREE_DISK_MB: '0' })
  const service = await startServeProcess({ ...environment, SIGNER_SOCKET: join(folder, 'signer.sock') })
  const call = await createClient(service.url)
  const codes = async () =>
    dataOf<InstanceHealth>(await call('GET', '/ready')).reasons.map(({ code }) => code)
  await expect.poll(codes, { timeout: 40_000 }).toEqual(['signer-failing'])
  expect(service.readOutput()).toContain(`The signer at ${folder}/signer.sock cannot be reached.`)
})
