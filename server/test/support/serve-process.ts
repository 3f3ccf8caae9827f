import { onTestFinished } from 'vitest'
import { type RunningCommand, startCommand } from './command.ts'
import type { Settings } from './service.ts'

/** `byname serve` in a process of its own. */
export interface ServeProcess extends Pick<RunningCommand, 'end' | 'readOutput'> {
  readonly url: string
}

const listeningPattern = /listens on (http\S+),/

/**
 * Starts `byname serve` and resolves when its log says where it listens; requests are lines of it only where the environment
 * says so. It does not outlive the running test.
 */
export async function startServeProcess(
  environment: Settings,
  options: readonly string[] = [],
): Promise<ServeProcess> {
  const { output, readOutput, end } = await startCommand(
    ['serve', ...options],
    { LOG_REQUESTS: 'false', ...environment, LOG_LEVEL: 'info' },
    listeningPattern,
  )
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  const [, url = ''] = listeningPattern.exec(output) ?? []
  return { url, readOutput, end }
}
