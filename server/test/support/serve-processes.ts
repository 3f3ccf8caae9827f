import { expect } from 'vitest'
import { type ApiCall, createClient } from './api-client.ts'
import { type ServeProcess, startServeProcess } from './serve-process.ts'
import type { Settings } from './service.ts'

interface Instance extends ServeProcess {
  readonly call: ApiCall
}

/** Processes on one database. */
export interface ServeProcesses {
  /** Each in turn, of those that run; without any, it waits for the first to start. */
  readonly next: () => Promise<Instance>
  /** Kills a process, and resolves when another has started in its place. */
  readonly killAndRestart: (index: number) => Promise<void>
  /** Ends all of them; each has to exit by itself. */
  readonly stop: () => Promise<void>
}

export async function startServeProcesses(environment: Settings, count: number): Promise<ServeProcesses> {
  const start = async (): Promise<Instance> => {
    const service = await startServeProcess(environment)
    return { ...service, call: await createClient(service.url) }
  }
  const slots = Array.from({ length: count }, start)
  await Promise.all(slots)
  let turn = 0
  return {
    next: () => {
      turn = (turn + 1) % count
      return Promise.race([...slots.slice(turn), ...slots.slice(0, turn)])
    },
    killAndRestart: async (index) => {
      const killed = await slots[index]
      if (!killed) throw new Error(`There are ${count} processes.`)
      const ended = killed.end('SIGKILL')
      slots[index] = ended.then(start)
      expect(await ended).toBeNull()
      await slots[index]
    },
    stop: async () => {
      for (const slot of slots) expect(await (await slot).end('SIGTERM')).toBe(0)
    },
  }
}
