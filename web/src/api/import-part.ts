/** A part of this page is not at the server any more: a newer version has replaced it. */
export class NewVersionError extends Error {
  override readonly name = 'NewVersionError'

  constructor() {
    super('There is a new version of this page. Reload it to go on.')
  }
}

/** Browsers reject with an error that does not tell a lost connection from a fault of the page. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Imports a file of the build. @throws NewVersionError if only that file is missing, else UnreachableError. */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    const isReachable = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status < 500,
      () => false,
    )
    throw isReachable ? new NewVersionError() : new UnreachableError()
  }
}
