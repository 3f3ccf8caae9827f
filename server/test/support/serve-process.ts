import { onTestFinished } from 'vitest'
import { type RunningCommand, startCommand } from './command.ts'
import type { Settings } from './service.ts'

/** `byname serve` in a process of its own. */
export interface ServeProcess extends Pick<RunningCommand, 'end'> {
  readonly url: string
}

const listening = /listens on (http\S+),/

/** Starts `byname serve` and resolves when it says where it listens. It does not outlive the running test. */
export async function startServeProcess(environment: Settings): Promise<ServeProcess> {
  const { output, end } = await startCommand(['serve'], environment, listening)
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  const [, url = ''] = listening.exec(output) ?? []
  return { url, end }
}
