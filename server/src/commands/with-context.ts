import { environmentWithDefaults, readConfig } from '../config/config.ts'
import { type Context, createContext } from '../context.ts'
import { ensureDataDir } from './make-data-folder.ts'

export async function withContext<Result>(use: (context: Context) => Promise<Result>): Promise<Result> {
  const { config, secrets } = readConfig(environmentWithDefaults({ LOG_LEVEL: 'warn' }))
  await ensureDataDir(config)
  const context = await createContext(config, secrets)
  const origin = { actor: { type: 'administrator', keyId: null }, requestId: null } as const
  return use({ ...context, origin }).finally(context.close)
}
