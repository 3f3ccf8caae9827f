import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config/config.ts'

/** Standard error has JSON lines only: warnings of Node and of libraries are logged. */
export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const log = pino({ level: logLevel })
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message))
  return log
}
