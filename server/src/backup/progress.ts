import type { DumpChunk, DumpSource } from './chunks.ts'

/** The current step of a copy. `rows` counts the rows of `table` so far. */
export type CopyProgress =
  | { readonly step: 'copying' | 'verifying'; readonly table: string; readonly rows: number }
  | { readonly step: 'indexing' }

export type OnCopyProgress = (progress: CopyProgress) => void

/** Passes the chunks on and calls `onProgress` after each batch of rows. */
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
