import { loadLateMessages } from '../text/messages.ts'
import { UnreachableError } from './reach.ts'
import { serviceOrigin } from './service-origin.ts'

/** A part of this page is not at the server any more: a newer version has replaced it. */
export class NewVersionError extends Error {
  override readonly name = 'NewVersionError'
}

/** Imports a file of the build, and the messages that such files show. @throws NewVersionError if only that file is missing, else UnreachableError. */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    const [part] = await Promise.all([load(), loadLateMessages()])
    return part
  } catch {
    const isReachable = await fetch(serviceOrigin || location.href, {
      method: 'HEAD',
      cache: 'no-store',
    }).then(
      ({ status }) => status < 500,
      () => false,
    )
    throw isReachable ? new NewVersionError() : new UnreachableError()
  }
}
