import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import { createLogOutput } from './log-output.ts'

/** Standard error has JSON lines only: warnings of Node and of libraries are logged. */
export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const log = pino({ level: logLevel }, createLogOutput())
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message))
  return log
}
