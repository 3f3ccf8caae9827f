import { mkdir } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { ensureAdminKey } from '../core/api-keys/ensure-admin.ts'
import { startService } from '../service.ts'
import { command } from './command.ts'
import { askedToStop, untilStopped } from './until-stopped.ts'

export const serve = command({
  name: 'serve',
  summary: 'run the service, configured by the environment',
  run: serveUntilStopped,
})

async function serveUntilStopped(): Promise<void> {
  const asked = askedToStop()
  const { config, secrets } = readConfig()
  await mkdir(config.dataDir, { recursive: true })
  const context = await createContext(config, secrets)
  const adminKey = await ensureAdminKey(context, secrets.adminKey)
  const service = await startService(context)
  if (adminKey) console.log(`Admin key, shown this once: ${adminKey}`)
  console.log(`Byname listens on ${service.url}, its documentation is at ${service.url}/docs`)
  await untilStopped(service.stop, asked)
}
