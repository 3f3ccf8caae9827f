import { OperatorError } from '../../errors.ts'
import { describeError } from '../describe-error.ts'
import type { DumpChunk, DumpSource } from './dump.ts'

export type CopyProgress =
  | { readonly step: 'copying' | 'verifying'; readonly table: string; readonly rows: number }
  | { readonly step: 'indexing' }

export type OnCopyProgress = (progress: CopyProgress) => void

export async function* withProgress(
  chunks: DumpSource['chunks'],
  step: 'copying' | 'verifying',
  onProgress: OnCopyProgress | undefined,
): AsyncGenerator<DumpChunk> {
  let table = ''
  let rows = 0
  for await (const chunk of chunks) {
    yield chunk
    if (chunk.kind === 'end') return
    if (chunk.kind === 'table') {
      table = chunk.table
      rows = 0
    } else rows += chunk.lines.length
    onProgress?.({ step, table, rows })
  }
}

/** Leaves out details such as the rejected row. */
export async function withErrorPrefix<T>(
  prefix: string,
  run: () => Promise<T>,
  advise: () => string | undefined = () => undefined,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`${prefix}: ${describeError(error)} ${advise() ?? ''}`.trim(), { cause: error })
  }
}
