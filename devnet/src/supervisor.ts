/**
 * Runs programs for the process that started this one, each until it is to be stopped. The system closes that process's
 * end of the channel when it exits, even by SIGKILL, and all programs are killed; so none is left over.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { SupervisorReply, SupervisorRequest } from './supervise.ts'

const programs = new Map<number, ChildProcess>()

process.on('message', ({ id, command }: SupervisorRequest) => {
  if (command) start(id, command)
  else programs.get(id)?.kill('SIGKILL')
})
process.on('disconnect', killAll).on('exit', killAll)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    if (process.connected) process.disconnect()
  })

function start(id: number, [file = '', ...args]: readonly string[]): void {
  const program = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  programs.set(id, program)
  let reason = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    reason += text
  })
  program.on('error', ({ message }) => {
    reason += message
  })
  createInterface(program.stdout).on('line', (line) => reply({ id, line }))
  program.on('close', () => {
    programs.delete(id)
    reply({ id, exitReason: reason.trim() })
  })
}

function killAll(): void {
  for (const program of programs.values()) program.kill('SIGKILL')
}

/** A failure means that the other process has exited, which `disconnect` reports. */
function reply(message: SupervisorReply): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
