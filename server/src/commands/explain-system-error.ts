import { errorCode } from '../errors.ts'

/** By error code of the operating system: what is wrong and what to do. */
const explanations: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied: run as a user that may use it, or change its permissions.',
  EPERM: 'The operation is not permitted: run as a user that may do it.',
  EROFS: 'The file system is read-only: choose another path.',
  ENOENT: 'There is no such file or folder: create its folder, or correct the path.',
  ENOTDIR: 'A part of the path is a file, not a folder: correct the path.',
  EISDIR: 'It is a folder, not a file: correct the path.',
  ENXIO: 'It is a socket or a device, not a file: correct the path.',
  EEXIST: 'It exists already: move it away, or choose another path.',
  ELOOP: 'The path has too many symbolic links: correct it.',
  ENAMETOOLONG: 'The path is too long.',
  ENOSPC: 'The disk is full: free some space.',
  EDQUOT: 'The disk quota is used up: free some space.',
  EMFILE: 'Too many files are open: raise the limit of open files (ulimit -n, LimitNOFILE).',
  ENFILE: 'The system has too many open files.',
  EIO: 'The disk reports an error.',
  EADDRINUSE: 'The address is taken: choose another port, or stop the program that uses it.',
  EADDRNOTAVAIL: 'The address is not one of this machine.',
  ECONNREFUSED: 'The connection was refused: is the server running, and is the address right?',
  ECONNRESET: 'The connection was closed by the other side.',
  ETIMEDOUT: 'The other side does not respond.',
  EHOSTUNREACH: 'There is no route to the host.',
  ENETUNREACH: 'There is no route to the network.',
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The host name cannot be resolved at the moment.',
}

/** Undefined for an error that is not of the operating system. */
export function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const explanation = explanations[errorCode(error) ?? '']
  if (explanation === undefined || !('syscall' in error)) return undefined
  const subject = 'path' in error ? error.path : 'address' in error ? error.address : undefined
  return `${subject === undefined ? error.message : String(subject)}: ${explanation}`
}
