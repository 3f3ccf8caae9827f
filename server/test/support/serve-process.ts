import { onTestFinished } from 'vitest'
import { type Launch, type RunningCommand, startCommand } from './command.ts'
import type { Settings } from './service.ts'

/** `byname serve` in its own process. */
export interface ServeProcess extends Pick<RunningCommand, 'end' | 'readOutput'> {
  readonly url: string
}

const listeningPattern = /listens on (http\S+),/

/**
 * Starts `byname serve` and resolves when it logs its URL. Requests are logged only if the environment sets that. The
 * process is killed after the running test.
 */
export async function startServeProcess(
  environment: Settings,
  options: readonly string[] = [],
  launch?: Launch,
): Promise<ServeProcess> {
  const { output, readOutput, end } = await startCommand(
    ['serve', ...options],
    { LOG_REQUESTS: 'false', ...environment, LOG_LEVEL: 'info' },
    listeningPattern,
    launch,
  )
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  const [, url = ''] = listeningPattern.exec(output) ?? []
  return { url, readOutput, end }
}
