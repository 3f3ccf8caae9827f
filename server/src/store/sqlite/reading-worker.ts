import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question, ReadingOptions } from './reading-thread.ts'
import { type Execute, preparingDatabase } from './statements.ts'

/** The thread of a `ReadingThread`: answers questions one after the other. */

/** Safe because only a `ReadingThread` starts this, with just that. */
const { path, lockTimeout } = workerData as ReadingOptions

let execute: Execute | undefined

const open = (): Execute =>
  preparingDatabase(new DatabaseSync(path, { readOnly: true, timeout: lockTimeout }))

function answerTo(question: Question): Answer {
  try {
    execute ??= open()
    return { rows: execute(question).rows }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // An error loses on its way whatever is not in every error.
    return { failure: { ...error, message: error.message } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)))
