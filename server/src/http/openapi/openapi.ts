import type { FastifyInstance } from 'fastify'
import { deferImport } from '../../async/defer-import.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { addTextRoute, type CompressedText, compressText } from './compressed-text.ts'
import { addReader } from './reader.ts'

const importDocument = deferImport(() => import('./document.ts'))

/** Serves /openapi.json and /docs, both built at the first request. */
export function addOpenapi(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { config, payments } = dependencies.context
  const build = async () => {
    const { buildDocument } = await importDocument()
    const document = buildDocument({ publicUrl: config.publicUrl, terms: payments?.terms })
    return compressText(JSON.stringify(document), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  }
  let built: Promise<CompressedText> | undefined
  addTextRoute(app, dependencies, '/openapi.json', () => {
    built ??= build()
    return built
  })
  addReader(app, dependencies)
}
