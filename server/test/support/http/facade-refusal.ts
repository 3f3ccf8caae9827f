import { expect } from 'vitest'
import { FacadeError } from '../../../src/http/facade.ts'

/** The body of the 400 that a reader of input throws; undefined for what is read. */
export function facadeRefusal(read: () => unknown): unknown {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof FacadeError)) throw error
    const { status, body } = error.response
    expect(status).toBe(400)
    return body
  }
}
